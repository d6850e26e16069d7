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
  /** Accepted host keys; without any, the presented one is accepted. */
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

/** The code is null if the command was ended by a signal. */
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

/** A session with a host. Close it, or use `using`. */
export class SshSession {
  readonly hostName: string
  readonly user: string
  /** SHA256:… of the host key. */
  readonly hostKey: string
  /** Whether files are accessed as root, through sudo. */
  readonly isElevated: boolean
  readonly #client: Client
  readonly #sudo: Sudo | undefined
  /** Rejects when the connection ends: ssh2 does not answer later requests. */
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
    promise.catch(() => undefined) // possibly unused
    this.#lost = promise
    client.on('close', () => reject(new SshRefusal('disconnected', `The connection to ${hostName} ended`)))
    socket.on('timeout', () => {
      reject(new SshRefusal('too-slow', `${hostName} has been silent for too long`))
      socket.destroy()
    })
  }

  /** Files of the host, with the permissions of this user, or of root if elevated. */
  files(): Promise<Sftp> {
    this.#files ??= this.#openFiles()
    return this.#files
  }

  /** Runs a constant command, without any user input, and returns its output. */
  run(command: string): Promise<CommandOutput> {
    return this.#run(command, (channel) => void channel.stderr.resume())
  }

  /** Runs a command line written by an administrator in the host's shell, as root if elevated, with both outputs. */
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
        // The exit code may arrive with the channel, so the listener is attached immediately.
        this.#client.exec(command, (error, channel) => {
          if (error) return reject(error)
          onChannel(channel)
          resolve(outputOf({ channel, exit: exitOf(channel) }))
        })
      }),
    )
  }

  /** Runs a command as root; undefined if the session is not elevated. User input must be `quoted`. */
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
  channel.end() // ends commands that wait for input, as on hosts that only allow SFTP
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of channel as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxOutputBytes) throw new SshRefusal('too-large', 'The host answered with more than 4 MiB')
    chunks.push(chunk)
  }
  return { code: await exit, output: Buffer.concat(chunks).toString('utf8') }
}
