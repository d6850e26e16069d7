import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, isIPv6 } from 'node:net'
import { AcmeProblem } from '#services/keys/acme/acme-problem.ts'
import { type ChallengeNetwork, codeOf } from './network.ts'

const maxRedirects = 3
const maxBytes = 1024

export const challengePath = (token: string) => `/.well-known/acme-challenge/${token}`

/**
 * RFC 8555, 8.3. Redirects are followed only within the same host name and to ports 80 and 443, to prevent server-side
 * request forgery.
 */
export async function checkHttp(
  network: ChallengeNetwork,
  { name, token, expected }: { name: string; token: string; expected: string },
  signal: AbortSignal,
) {
  let url = new URL(`http://${isIPv6(name) ? `[${name}]` : name}${challengePath(token)}`)
  const address = await network.addressOf(name)
  for (let redirects = 0; ; redirects += 1) {
    const { status, location, body } = await read(url, address, network, signal)
    if (status >= 300 && status < 400 && location !== undefined) {
      if (redirects === maxRedirects) throw wrong(`${url.href} redirects more than ${maxRedirects} times`)
      url = redirected(url, location)
      continue
    }
    if (status !== 200) throw wrong(`${url.href} was answered with status ${status}`)
    if (body.trimEnd() === expected) return
    throw wrong(`${url.href} does not have the expected content`)
  }
}

function redirected(from: URL, location: string): URL {
  const to = URL.parse(location, from.href)
  const isWeb = to?.protocol === 'http:' || to?.protocol === 'https:'
  if (to && isWeb && to.hostname === from.hostname && to.port === '') return to
  throw wrong(`${from.href} redirects to another host or port, which is not followed`)
}

const wrong = (detail: string) => new AcmeProblem('incorrectResponse', detail)

const isAddress = ({ hostname }: URL) => hostname.startsWith('[') || isIP(hostname) !== 0

type Read = { status: number; location: string | undefined; body: string }

async function read(url: URL, address: string, network: ChallengeNetwork, signal: AbortSignal): Promise<Read> {
  const isTls = url.protocol === 'https:'
  const options = {
    host: address,
    port: isTls ? network.tlsPort : network.httpPort,
    path: url.pathname + url.search,
    headers: { host: url.hostname, 'user-agent': 'triptych-acme', accept: '*/*' },
    agent: false,
    signal,
    // Certificates are not verified, since the host may not have a valid one yet; the response is compared with the key
    // authorization.
    ...(isTls && { servername: isAddress(url) ? '' : url.hostname, rejectUnauthorized: false }),
  } as const
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      ;(isTls ? httpsRequest : httpRequest)(options).once('response', resolve).once('error', reject).end()
    })
    return {
      status: answer.statusCode ?? 0,
      location: answer.headers.location,
      body: await firstOf(answer),
    }
  } catch (error) {
    throw new AcmeProblem('connection', `${url.origin} at ${address} port ${options.port}: ${causeOf(error, signal)}`)
  }
}

async function firstOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size > maxBytes) break
  }
  answer.destroy()
  return Buffer.concat(chunks).subarray(0, maxBytes).toString('latin1')
}

/** Readable cause of an error. */
export function causeOf(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'no answer in time'
  const code = codeOf(error)
  return words[code] ?? `the connection failed (${code})`
}

const words: Partial<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'no answer in time',
}
