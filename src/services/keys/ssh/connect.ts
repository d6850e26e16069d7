import { connect as connectSocket, type Socket } from 'node:net'
import {
  type AuthenticationType,
  Client,
  type ClientErrorExtensions,
  type ConnectConfig,
  type ServerHostKeyAlgorithm,
} from 'ssh2'
import { fingerprint } from '#crypto/ssh/public-key.ts'
import { WireReader } from '#crypto/ssh/wire.ts'
import { HostKeyChanged, SshRefusal } from './ssh-refusal.ts'

export interface Host {
  address: string
  port: number
  /** Display name for messages. */
  name: string
}

export interface Deadlines {
  connectMs: number
  /** From the first byte until authentication succeeded. */
  loginMs: number
  /** Without data from the host. */
  idleMs: number
}

export const defaultDeadlines: Deadlines = { connectMs: 5000, loginMs: 10_000, idleMs: 30_000 }

/** Disables Nagle's algorithm: otherwise, SFTP edits take fifty times as long. */
const noDelay = true

/** Opens the TCP connection. */
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

/** An expected host key; its type is the first field of the public key. */
export interface HostKeyPin {
  type: string
  fingerprint: string
}

export const hostKeyTypeOf = (key: Buffer): string => new WireReader(key).text()

/** Signature algorithms that prove possession of a key of this type. */
export const signaturesOf = (type: string): readonly string[] =>
  type === 'ssh-rsa' ? ['rsa-sha2-512', 'rsa-sha2-256', 'ssh-rsa'] : [type]

export interface LoggedIn {
  client: Client
  /** SHA256:… of the verified host key. */
  hostKey: string
}

type Expected = {
  /** Only key types of the pins are requested, so that additional keys of the host are no change. */
  pins: readonly HostKeyPin[]
  loginMs: number
}

/** Authenticates on a connection. The host key is verified before any secret is sent. */
export async function logIn(
  socket: Socket,
  host: Host,
  login: ConnectConfig,
  { pins, loginMs }: Expected,
): Promise<LoggedIn> {
  const { promise, resolve, reject } = Promise.withResolvers<LoggedIn>()
  const client = new Client()
  let hostKey = ''
  const hostVerifier = (key: Buffer): boolean => {
    hostKey = fingerprint(key)
    const type = hostKeyTypeOf(key)
    const known = pins.find((pin) => pin.type === type)?.fingerprint ?? ''
    if (pins.length === 0 || known === hostKey) return true
    reject(new HostKeyChanged(host.name, { type, known, seen: hostKey }))
    return false
  }
  client.on('ready', () => resolve({ client, hostKey }))
  const methods = methodsOf(login)
  let offer: Offer | undefined
  client.on('error', (error: Error & ClientErrorExtensions) => {
    const [pin] = pins
    const isGone = pin && /no matching host key/i.test(error.message)
    if (isGone) reject(new HostKeyChanged(host.name, { type: pin.type, known: pin.fingerprint, seen: '' }))
    else if (error.level === 'client-authentication') reject(loginRefused(host.name, login, offer))
    else reject(refusalOf(error, host.name))
  })
  client.on('close', () => reject(new SshRefusal('unreachable', `${host.name} closed the connection`)))
  client.on('keyboard-interactive', (_name, _instructions, _language, prompts, finish) => {
    const isPassword = prompts.length === 1 && prompts[0]?.echo !== true
    finish(isPassword && login.password !== undefined ? [login.password] : [])
  })
  const serverHostKey = pins.flatMap(({ type }) => signaturesOf(type)) as ServerHostKeyAlgorithm[]
  const algorithms = pins.length > 0 ? { algorithms: { serverHostKey } } : {}
  try {
    client.connect({
      ...login,
      ...algorithms,
      authHandler: (left, isPartial, next) => {
        if (left) offer = { methods: left, isPartial: isPartial || offer?.isPartial === true }
        next(nextMethod(methods, left) ?? (false as never))
      },
      sock: socket,
      hostVerifier,
      readyTimeout: loginMs,
    })
    return await promise
  } catch (error) {
    socket.destroy()
    throw error
  }
}

/** Authentication methods offered after the last attempt, and whether it succeeded partially. */
type Offer = { methods: readonly string[]; isPartial: boolean }

const methodsOf = ({ password, privateKey, tryKeyboard }: ConnectConfig): AuthenticationType[] => [
  'none',
  ...(privateKey === undefined ? [] : (['publickey'] as const)),
  ...(password === undefined ? [] : (['password'] as const)),
  ...(tryKeyboard === true ? (['keyboard-interactive'] as const) : []),
]

/** The next method that the host accepts. */
function nextMethod(methods: AuthenticationType[], left: readonly string[] | null): AuthenticationType | undefined {
  for (let method = methods.shift(); method !== undefined; method = methods.shift()) {
    if (left === null || left.includes(method)) return method
  }
  return undefined
}

function loginRefused(name: string, login: ConnectConfig, offer: Offer | undefined): SshRefusal {
  const offered = offer?.methods.join(', ') ?? ''
  const isByPassword = login.password !== undefined
  const isOffered = offer?.methods.some((method) => method === 'password' || method === 'keyboard-interactive')
  if (offer?.isPartial === true) {
    return new SshRefusal(
      'more-needed',
      `${name} accepted this and requires further authentication of ${login.username}: ${offered}`,
    )
  }
  if (isByPassword && offer && !isOffered) {
    return new SshRefusal(
      'wrong-credentials',
      `${name} accepts no passwords of ${login.username}; it offers: ${offered}`,
    )
  }
  const isRoot = isByPassword && login.username === 'root'
  const hint =
    '; most hosts accept no password of root (PermitRootLogin prohibit-password): use a key, or a user with sudo'
  return new SshRefusal('wrong-credentials', `${name} did not accept these credentials${isRoot ? hint : ''}`)
}

export function refusalOf(cause: Error & ClientErrorExtensions, name: string): SshRefusal {
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
