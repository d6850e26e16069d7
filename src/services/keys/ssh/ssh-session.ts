import type { Socket } from 'node:net'
import type { Client, ClientChannel, SFTPWrapper } from 'ssh2'
import type { CryptoWork } from '#crypto/workers/crypto-work.ts'
import { type Deadlines, type Host, type HostKeyPin, logIn, reach, defaultDeadlines } from './connect.ts'
import { type Credentials, loginOf, type Sudo } from './credentials.ts'
import { Sftp } from './sftp.ts'
import { SshRefusal } from './ssh-refusal.ts'
import { type Elevated, elevated, exitOf, maxComplaints } from './sudo/elevated.ts'
import { filesOver, startFileServer } from './sudo/files-as-root.ts'

export interface SessionOptions {
  /** The keys that the host may show; without any the one that it shows is taken. */
  pins?: readonly HostKeyPin[]
  deadlines?: Partial<Deadlines>
  work: CryptoWork
}

export async function openSession(host: Host, credentials: Credentials, options: SessionOptions): Promise<SshSession> {
  const deadlines = { ...defaultDeadlines, ...options.deadlines }
  const login = await loginOf(credentials, options.work)
  const socket = await reach(host, deadlines)
  const { client, hostKey } = await logIn(socket, host, login, { pins: options.pins ?? [], loginMs: deadlines.loginMs })
  return new SshSession({
    hostName: host.name,
    user: credentials.user,
    hostKey,
    client,
    socket,
    sudo: credentials.sudo,
  })
}

/** The code is null when a signal ended the command. */
export interface CommandOutput {
  code: number | null
  output: string
}

const maxOutputBytes = 4 * 1024 * 1024

type Login = {
  hostName: string
  user: string
  hostKey: string
  client: Client
  socket: Socket
  sudo?: Sudo | undefined
}

/** A login on a host. Close it, or let `using` do so. */
export class SshSession {
  readonly hostName: string
  readonly user: string
  /** SHA256:… of the key that the host showed. */
  readonly hostKey: string
  /** Whether files are read and written as root, by sudo. */
  readonly isElevated: boolean
  readonly #client: Client
  readonly #sudo: Sudo | undefined
  /** Rejects when the connection ends: ssh2 leaves without an answer what is asked after that. */
  readonly #lost: Promise<never>
  #files: Promise<Sftp> | undefined
  #isRoot: Promise<boolean> | undefined

  constructor({ hostName, user, hostKey, client, socket, sudo }: Login) {
    this.hostName = hostName
    this.user = user
    this.hostKey = hostKey
    this.#client = client
    this.#sudo = sudo
    this.isElevated = sudo !== undefined
    const { promise, reject } = Promise.withResolvers<never>()
    promise.catch(() => undefined) // nobody may be waiting
    this.#lost = promise
    client.on('close', () => reject(new SshRefusal('disconnected', `The connection to ${hostName} ended`)))
    socket.on('timeout', () => {
      reject(new SshRefusal('too-slow', `${hostName} has been silent for too long`))
      socket.destroy()
    })
  }

  /** The files of the host, as this user may see them, or as root where the user becomes root. */
  files(): Promise<Sftp> {
    this.#files ??= this.#openFiles()
    return this.#files
  }

  /** What a command writes to its output; it must need no quoting: nothing that a person typed becomes part of it. */
  run(command: string): Promise<CommandOutput> {
    return this.#run(command, (channel) => void channel.stderr.resume())
  }

  /**
   * A line that an administrator wrote for the shell of this host, as root where the user becomes root, with what it
   * writes to both of its outputs.
   */
  async runLine(line: string): Promise<CommandOutput> {
    if (this.#sudo !== undefined) {
      const shell = await this.#untilLost(this.#elevated(line, this.#sudo))
      return withComplaints(await this.#untilLost(outputOf(shell)), shell.complaints)
    }
    const complaints: Buffer[] = []
    const ended = this.#run(line, (channel) => {
      channel.stderr.on('data', (piece: Buffer) => {
        if (complaints.length < maxComplaints) complaints.push(piece)
      })
    })
    return withComplaints(await ended, complaints)
  }

  #run(command: string, onChannel: (channel: ClientChannel) => void): Promise<CommandOutput> {
    return this.#untilLost(
      new Promise((resolve, reject) => {
        // The exit code may come in the same moment as the channel, so it is waited for at once.
        this.#client.exec(command, (error, channel) => {
          if (error) return reject(error)
          onChannel(channel)
          resolve(outputOf({ channel, exit: exitOf(channel) }))
        })
      }),
    )
  }

  /** The same as root; undefined where this session is not root's. Words that a person typed must be `quoted`. */
  async runAsRoot(command: string): Promise<CommandOutput | undefined> {
    if (this.#sudo !== undefined) return this.#untilLost(this.#elevated(command, this.#sudo).then(outputOf))
    this.#isRoot ??= this.run('id -u').then(({ output }) => output.trim() === '0')
    return (await this.#isRoot) ? this.run(command) : undefined
  }

  close(): void {
    this.#client.end()
  }

  [Symbol.dispose](): void {
    this.close()
  }

  async #openFiles(): Promise<Sftp> {
    try {
      const opened = this.#sudo === undefined ? this.#ownFiles() : this.#filesOfRoot(this.#sudo)
      return new Sftp(await this.#untilLost(opened), this.hostName, this.#lost)
    } catch (cause) {
      if (cause instanceof SshRefusal) throw cause
      throw new SshRefusal('not-offered', `${this.hostName} offers no SFTP`, { cause })
    }
  }

  #ownFiles(): Promise<SFTPWrapper> {
    return new Promise((resolve, reject) => {
      this.#client.sftp((error, channel) => (error ? reject(error) : resolve(channel)))
    })
  }

  async #filesOfRoot(sudo: Sudo): Promise<SFTPWrapper> {
    return filesOver(this.#client, (await this.#elevated(startFileServer, sudo)).channel)
  }

  #elevated(script: string, sudo: Sudo): Promise<Elevated> {
    return elevated({ client: this.#client, hostName: this.hostName, user: this.user, sudo }, script)
  }

  #untilLost<T>(work: Promise<T>): Promise<T> {
    return Promise.race([this.#lost, work])
  }
}

const withComplaints = ({ code, output }: CommandOutput, complaints: readonly Buffer[]): CommandOutput => ({
  code,
  output: Buffer.concat([Buffer.from(output), ...complaints]).toString('utf8'),
})

async function outputOf({ channel, exit }: Pick<Elevated, 'channel' | 'exit'>): Promise<CommandOutput> {
  channel.end() // a command that waits for input, as a host that allows nothing but SFTP would start, ends
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of channel as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxOutputBytes) throw new SshRefusal('too-large', 'The host answered with more than 4 MiB')
    chunks.push(chunk)
  }
  return { code: await exit, output: Buffer.concat(chunks).toString('utf8') }
}
