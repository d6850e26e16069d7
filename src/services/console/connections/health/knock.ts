import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'

/** Result of a connection attempt; for failures, the stage. */
export type Knock =
  | { opens: true; tls?: Secured }
  | { opens: false; at: 'name' | 'port' | 'handshake'; code: string; names?: string }
/** Negotiated protocol and certificate expiry, epoch milliseconds. */
export type Secured = { protocol: string; validUntil: number }

export type Door = { baseUrl: URL; ca: string | undefined }

export const noAnswer = 'NO_ANSWER'
/** OpenSSL's error codes for data that is not TLS. */
export const isNoTls = (code: string) =>
  /^(EPROTO|ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST))$/.test(code)

/** Name resolution, TCP connection and TLS handshake with certificate validation, without an HTTP request. */
export function knock({ baseUrl, ca }: Door, waitMs: number): Promise<Knock> {
  const secure = baseUrl.protocol === 'https:'
  const host = baseUrl.hostname.replace(/^\[|\]$/g, '')
  const port = Number(baseUrl.port) || (secure ? 443 : 80)
  const socket: Socket | TLSSocket = secure
    ? connectTls({ host, port, ca, ...(isIP(host) === 0 && { servername: host }) })
    : connectPlain({ host, port })
  let connected = false
  socket.once('connect', () => (connected = true))
  return new Promise((resolve) => {
    const end = (outcome: Knock) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(outcome)
    }
    const timer = setTimeout(() => end({ opens: false, at: connected ? 'handshake' : 'port', code: noAnswer }), waitMs)
    // Later errors of the destroyed socket are ignored.
    socket.on('error', (error: Error) => end(closedDoor(error, connected)))
    socket.once(secure ? 'secureConnect' : 'connect', () =>
      end({ opens: true, ...('getProtocol' in socket && { tls: securedBy(socket) }) }),
    )
  })
}

function closedDoor(error: Error, connected: boolean): Knock {
  const { code = error.name, cert } = firstOf(error)
  if (connected) return { opens: false, at: 'handshake', code, ...(cert && { names: namesOf(cert) }) }
  return { opens: false, at: code === 'ENOTFOUND' || code === 'EAI_AGAIN' ? 'name' : 'port', code }
}

type Failure = Error & { code?: string; cert?: { subjectaltname?: string; subject?: { CN?: string | string[] } } }

/** Names with several addresses fail with one error per address. */
const firstOf = (error: Failure): Failure => (error instanceof AggregateError ? (error.errors[0] as Failure) : error)

const namesOf = ({ subjectaltname, subject }: NonNullable<Failure['cert']>) =>
  (subjectaltname ?? [subject?.CN].flat().join(', ')).replaceAll(/(DNS|IP Address):/g, '')

const securedBy = (socket: TLSSocket): Secured => ({
  protocol: socket.getProtocol() ?? '',
  validUntil: Date.parse(socket.getPeerCertificate().valid_to),
})

/** Detects the protocol of a port after the expected one failed. */
export async function spokenAt(baseUrl: URL, waitMs: number): Promise<'https' | 'http' | undefined> {
  if (baseUrl.protocol === 'https:') return (await answersPlain(baseUrl, waitMs)) ? 'http' : undefined
  const secure = new URL(`https://${baseUrl.hostname}:${baseUrl.port || '80'}`)
  const door = await knock({ baseUrl: secure, ca: undefined }, waitMs)
  if (door.opens) return 'https'
  return door.at === 'handshake' && !lacksTls(door) ? 'https' : undefined
}

/** Whether the port shows no sign of TLS. Certificate and version errors imply TLS. */
export const lacksTls = (door: Knock) =>
  !door.opens && door.at === 'handshake' && (isNoTls(door.code) || door.code === noAnswer || door.code === 'ECONNRESET')

function answersPlain({ hostname, port, host }: URL, waitMs: number): Promise<boolean> {
  const socket = connectPlain({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || 443 })
  return new Promise((resolve) => {
    const end = (plain: boolean) => {
      socket.destroy()
      resolve(plain)
    }
    socket.setTimeout(waitMs, () => end(false))
    socket.on('error', () => end(false))
    socket.once('close', () => resolve(false))
    socket.once('connect', () => socket.write(`HEAD / HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`))
    // Some TLS servers respond in HTTP, too, with status 400 ("this port requires https").
    socket.once('data', (bytes) => end(/^HTTP\/1\.\d (?!400)/.test(bytes.toString('latin1'))))
  })
}
