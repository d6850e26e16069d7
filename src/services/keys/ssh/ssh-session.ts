import type { Socket } from 'node:net'
import type { Client, ClientChannel, SFTPWrapper } from 'ssh2'
import type { CryptoWork } from '#crypto/workers/crypto-work.ts'
import { type Deadlines, type Host, logIn, reach, usualDeadlines } from './connect.ts'
import { type Credentials, loginOf } from './credentials.ts'
import { Sftp } from './sftp.ts'
import { SshRefusal } from './ssh-refusal.ts'

export interface SessionOptions {
  /** The fingerprint pinned when the host was first seen; without it the key that the host shows is taken. */
  known?: string | undefined
  deadlines?: Partial<Deadlines>
  work: CryptoWork
}

export async function openSession(host: Host, credentials: Credentials, options: SessionOptions): Promise<SshSession> {
  const deadlines = { ...usualDeadlines, ...options.deadlines }
  const login = await loginOf(credentials, options.work)
  const socket = await reach(host, deadlines)
  const { client, hostKey } = await logIn(socket, host, login, { known: options.known, loginMs: deadlines.loginMs })
  return new SshSession(host.name, credentials.user, hostKey, client, socket)
}

/** The code is null when a signal ended the command. */
export interface CommandOutput {
  code: number | null
  output: string
}

const mostOutputBytes = 4 * 1024 * 1024

/** A login on a host. Close it, or let `using` do so. */
export class SshSession {
  readonly hostName: string
  readonly user: string
  /** SHA256:… to be pinned by the caller. */
  readonly hostKey: string
  readonly #client: Client
  /** Rejects when the connection ends: ssh2 leaves without an answer what is asked after that. */
  readonly #lost: Promise<never>
  #files: Promise<Sftp> | undefined

  constructor(hostName: string, user: string, hostKey: string, client: Client, socket: Socket) {
    this.hostName = hostName
    this.user = user
    this.hostKey = hostKey
    this.#client = client
    const { promise, reject } = Promise.withResolvers<never>()
    promise.catch(() => undefined) // nobody may be waiting
    this.#lost = promise
    client.on('close', () => reject(new SshRefusal('disconnected', `The connection to ${hostName} ended`)))
    socket.on('timeout', () => {
      reject(new SshRefusal('too-slow', `${hostName} has been silent for too long`))
      socket.destroy()
    })
  }

  /** The files of the host, as this user may see them. */
  files(): Promise<Sftp> {
    this.#files ??= this.#openFiles()
    return this.#files
  }

  /** What a command writes to its output; it must need no quoting: nothing that a person typed becomes part of it. */
  run(command: string): Promise<CommandOutput> {
    return this.#untilLost(
      new Promise((resolve, reject) => {
        // The exit code may come in the same moment as the channel, so it is waited for at once.
        this.#client.exec(command, (error, channel) => (error ? reject(error) : resolve(outputOf(channel))))
      }),
    )
  }

  close(): void {
    this.#client.end()
  }

  [Symbol.dispose](): void {
    this.close()
  }

  async #openFiles(): Promise<Sftp> {
    try {
      const opened = new Promise<SFTPWrapper>((resolve, reject) => {
        this.#client.sftp((error, channel) => (error ? reject(error) : resolve(channel)))
      })
      return new Sftp(await this.#untilLost(opened), this.hostName, this.#lost)
    } catch (cause) {
      if (cause instanceof SshRefusal) throw cause
      throw new SshRefusal('not-offered', `${this.hostName} offers no SFTP`, { cause })
    }
  }

  #untilLost<T>(work: Promise<T>): Promise<T> {
    return Promise.race([this.#lost, work])
  }
}

async function outputOf(channel: ClientChannel): Promise<CommandOutput> {
  const ended = new Promise<number | null>((resolve) => {
    channel.on('exit', (code: number | null) => resolve(code))
    channel.on('close', () => resolve(null))
  })
  channel.stderr.resume()
  channel.end() // a command that waits for input, as a host that allows nothing but SFTP would start, ends
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of channel as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > mostOutputBytes) throw new SshRefusal('too-large', 'The host answered with more than 4 MiB')
    chunks.push(chunk)
  }
  return { code: await ended, output: Buffer.concat(chunks).toString('utf8') }
}
