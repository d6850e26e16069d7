import { connect as connectSocket, type Socket } from 'node:net'
import { Client, type ClientErrorExtensions, type ConnectConfig } from 'ssh2'
import { fingerprint } from '#crypto/ssh/public-key.ts'
import { HostKeyChanged, SshRefusal } from './ssh-refusal.ts'

export interface Host {
  address: string
  port: number
  /** As people call it; stands in messages. */
  name: string
}

export interface Deadlines {
  connectMs: number
  /** From the first byte to the accepted login. */
  loginMs: number
  /** Without a byte from the host. */
  idleMs: number
}

export const usualDeadlines: Deadlines = { connectMs: 5000, loginMs: 10_000, idleMs: 30_000 }

/** Small answers must not wait for acknowledgements: without it an edit over SFTP takes fifty times as long. */
const noDelay = true

/** The TCP connection alone. */
export async function reach({ address, port, name }: Host, { connectMs, idleMs }: Deadlines): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const socket = connectSocket({ host: address, port, noDelay, timeout: connectMs })
  socket.once('connect', () => resolve(socket))
  socket.once('timeout', () => reject(new SshRefusal('too-slow', `${name} did not answer in ${connectMs / 1000} s`)))
  socket.once('error', (cause: NodeJS.ErrnoException) => {
    reject(new SshRefusal('unreachable', `${name} cannot be reached (${cause.code ?? 'no connection'})`, { cause }))
  })
  try {
    await promise
    return socket.setTimeout(idleMs).removeAllListeners()
  } catch (error) {
    socket.destroy()
    throw error
  }
}

export interface LoggedIn {
  client: Client
  /** SHA256:… of the key that the host proved to have. */
  hostKey: string
}

/** Log in over a connection. The host key is checked before the first secret leaves. */
export async function logIn(
  socket: Socket,
  host: Host,
  login: ConnectConfig,
  { known, loginMs }: { known: string | undefined; loginMs: number },
): Promise<LoggedIn> {
  const { promise, resolve, reject } = Promise.withResolvers<LoggedIn>()
  const client = new Client()
  let hostKey = ''
  const hostVerifier = (key: Buffer): boolean => {
    hostKey = fingerprint(key)
    if (known === undefined || known === hostKey) return true
    reject(new HostKeyChanged(host.name, known, hostKey))
    return false
  }
  client.on('ready', () => resolve({ client, hostKey }))
  client.on('error', (error: Error & ClientErrorExtensions) => reject(refusalOf(error, host.name)))
  client.on('close', () => reject(new SshRefusal('unreachable', `${host.name} closed the connection`)))
  client.on('keyboard-interactive', (_name, _instructions, _language, prompts, finish) => {
    const isPassword = prompts.length === 1 && prompts[0]?.echo !== true
    finish(isPassword && login.password !== undefined ? [login.password] : [])
  })
  try {
    client.connect({ ...login, sock: socket, hostVerifier, readyTimeout: loginMs })
    return await promise
  } catch (error) {
    socket.destroy()
    throw error
  }
}

function refusalOf(cause: Error & ClientErrorExtensions, name: string): SshRefusal {
  const [reason, message] = meaningOf(cause, name)
  return new SshRefusal(reason, message, { cause })
}

function meaningOf({ level, message }: Error & ClientErrorExtensions, name: string) {
  switch (level) {
    case 'client-authentication':
      return ['wrong-credentials', `${name} did not accept these credentials`] as const
    case 'client-timeout':
      return ['too-slow', `${name} did not finish the login in time`] as const
    case 'client-socket':
      return ['unreachable', `The connection to ${name} was lost`] as const
    case 'client-ssh':
      return ['disconnected', `${name} ended the session`] as const
    case undefined:
    default:
      return ['not-ssh', `${name} does not speak SSH as we do (${message})`] as const
  }
}
