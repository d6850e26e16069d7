import ssh2, { type FileEntryWithStats, type SFTPWrapper, type Stats } from 'ssh2'
import { SshRefusal } from './ssh-refusal.ts'

export interface Owner {
  uid: number
  gid: number
}

const { STATUS_CODE } = ssh2.utils.sftp

type Done<T> = (error: Error | null | undefined, value: T) => void

/** Files of a host. Errors are `SshRefusal`; a lost connection ends every call. */
export class Sftp {
  readonly hostName: string
  readonly #channel: SFTPWrapper
  readonly #lost: Promise<never>

  constructor(channel: SFTPWrapper, hostName: string, connectionLost: Promise<never>) {
    this.#channel = channel
    this.hostName = hostName
    const { promise, reject } = Promise.withResolvers<never>()
    promise.catch(() => undefined)
    this.#lost = promise
    const end = () => reject(new SshRefusal('disconnected', `${hostName} ended the file transfer`))
    channel.on('close', end)
    channel.on('error', end)
    connectionLost.catch(reject)
  }

  /** Absolute, with links resolved. */
  realPath(path: string): Promise<string> {
    return this.#ask(path, (done: Done<string>) => this.#channel.realpath(path, done))
  }

  /** Attributes of a path; links are not followed. */
  find(path: string): Promise<Stats | undefined> {
    return this.#ask(path, (done: Done<Stats>) => this.#channel.lstat(path, done)).catch(undefinedIfMissing)
  }

  /** Directory entries with attributes; links are not followed. */
  list(path: string): Promise<FileEntryWithStats[]> {
    return this.#ask(path, (done: Done<FileEntryWithStats[]>) => this.#channel.readdir(path, done))
  }

  /** Reads a regular file. Throws if it is truncated or replaced meanwhile. */
  async read(path: string, maxBytes: number): Promise<{ bytes: Buffer; stats: Stats }> {
    const before = await this.find(path)
    if (!before) throw new SshRefusal('not-found', `There is no ${path} on ${this.hostName}`)
    if (!before.isFile()) throw new SshRefusal('not-a-file', `${path} on ${this.hostName} is not a regular file`)
    const handle = await this.#open(path, 'r', 0)
    try {
      const stats = await this.#ask(path, (done: Done<Stats>) => this.#channel.fstat(handle, done))
      // Opening follows links, so the opened file must be the inspected one.
      if (!isSame(before, stats)) throw changedMeanwhile(path, this.hostName)
      if (stats.size > maxBytes) throw tooLarge(path, maxBytes)
      const bytes = await this.#readAll(path, handle, stats.size)
      if (bytes.length !== stats.size) throw changedMeanwhile(path, this.hostName)
      return { bytes, stats }
    } finally {
      await this.#close(path, handle)
    }
  }

  /** Creates a file, synced to disk if the host supports it. Fails if the path exists. */
  async create(path: string, bytes: Uint8Array, mode: number, owner?: Owner): Promise<void> {
    const handle = await this.#open(path, 'wx', mode)
    try {
      if (bytes.length > 0) await this.#write(path, handle, Buffer.from(bytes))
      const made = await this.#ask(path, (done: Done<Stats>) => this.#channel.fstat(handle, done))
      if (made.size !== bytes.length) throw new SshRefusal('failed', `${path} was not written whole`)
      const change = { mode, ...(owner && !isOwnedBy(made, owner) && owner) } // the umask removed bits of the mode
      await this.#ask(path, (done: Done<void>) => this.#channel.fsetstat(handle, change, (error) => done(error)))
      await this.#ask(path, (done: Done<void>) =>
        ifOffered(
          () => this.#channel.ext_openssh_fsync(handle, (error) => done(error)),
          () => done(undefined),
        ),
      )
    } finally {
      await this.#close(path, handle)
    }
  }

  /** Replaces a file atomically. */
  rename(from: string, to: string): Promise<void> {
    return this.#ask(to, (done: Done<void>) =>
      ifOffered(
        () => this.#channel.ext_openssh_rename(from, to, (error) => done(error)),
        // Plain SFTP fails if the target exists; then the previous file remains.
        () => this.#channel.rename(from, to, (error) => done(error)),
      ),
    )
  }

  remove(path: string): Promise<void> {
    return this.#ask(path, (done: Done<void>) => this.#channel.unlink(path, (error) => done(error)))
  }

  async makeFolder(path: string, mode: number, owner?: Owner): Promise<void> {
    await this.#ask(path, (done: Done<void>) => this.#channel.mkdir(path, { mode }, (error) => done(error)))
    if (!owner) return
    // Does not follow links, which the owner of the directory could have created.
    await this.#ask(path, (done: Done<void>) =>
      ifOffered(
        () => this.#channel.ext_openssh_lsetstat(path, { ...owner }, (error) => done(error)),
        () => done(new SshRefusal('not-offered', `${path} cannot be given to its user safely; make it on the host`)),
      ),
    )
  }

  #open(path: string, mode: 'r' | 'wx', permissions: number): Promise<Buffer> {
    return this.#ask(path, (done: Done<Buffer>) => this.#channel.open(path, mode, permissions, done))
  }

  /** Releases the handle; errors were reported by earlier calls. */
  async #close(path: string, handle: Buffer): Promise<void> {
    await this.#ask(path, (done: Done<void>) => this.#channel.close(handle, (error) => done(error))).catch(() => {})
  }

  #write(path: string, handle: Buffer, bytes: Buffer): Promise<void> {
    return this.#ask(path, (done: Done<void>) =>
      this.#channel.write(handle, bytes, 0, bytes.length, 0, (error) => done(error)),
    )
  }

  /** Requests an additional byte, to detect growing files. */
  async #readAll(path: string, handle: Buffer, size: number): Promise<Buffer> {
    const bytes = Buffer.alloc(size + 1)
    for (let position = 0; ;) {
      const count = await this.#ask(path, (done: Done<number>) =>
        this.#channel.read(handle, bytes, position, bytes.length - position, position, done),
      )
      position += count
      if (count === 0 || position === bytes.length) return bytes.subarray(0, position)
    }
  }

  async #ask<T>(path: string, start: (done: Done<T>) => void): Promise<T> {
    const answer = new Promise<T>((resolve, reject) =>
      start((error, value) => (error ? reject(error) : resolve(value))),
    )
    try {
      return await Promise.race([this.#lost, answer])
    } catch (error) {
      throw error instanceof SshRefusal ? error : refusalOf(error, path, this.hostName)
    }
  }
}

/** ssh2 throws immediately if the host does not support an extension. */
function ifOffered(ask: () => void, otherwise: () => void): void {
  try {
    ask()
  } catch {
    otherwise()
  }
}

function refusalOf(cause: unknown, path: string, hostName: string): SshRefusal {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code === STATUS_CODE.NO_SUCH_FILE)
    return new SshRefusal('not-found', `There is no ${path} on ${hostName}`, { cause })
  if (code === STATUS_CODE.PERMISSION_DENIED)
    return new SshRefusal('not-permitted', `${hostName} does not permit it for ${path}`, { cause })
  if (code === undefined) return new SshRefusal('disconnected', `${hostName} gave no answer`, { cause })
  return new SshRefusal('failed', `${hostName} could not do it for ${path}`, { cause })
}

function undefinedIfMissing(error: unknown): undefined {
  if (!(error instanceof SshRefusal) || error.reason !== 'not-found') throw error
}

export const changedMeanwhile = (path: string, hostName: string) =>
  new SshRefusal('changed-meanwhile', `${path} on ${hostName} was changed by another user at the same time`)

const tooLarge = (path: string, maxBytes: number) =>
  new SshRefusal('too-large', `${path} has more than ${maxBytes} bytes`)

const isOwnedBy = (stats: Stats, { uid, gid }: Owner) => stats.uid === uid && stats.gid === gid

const isSame = (one: Stats, other: Stats) =>
  (['uid', 'gid', 'mode', 'size', 'mtime'] as const).every((name) => one[name] === other[name])
