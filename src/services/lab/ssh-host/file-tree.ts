import type { Stats } from 'node:fs'
import { lstat, mkdir, readlink, stat } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { type Account, loginAccounts, mayRead, mayWrite, passwdText } from './accounts.ts'
import type { Disk } from './disk.ts'

/** A resolved path of the host, and its location on this machine. */
export interface Place {
  path: string
  file: string
}

const maxLinks = 40 // as Linux

/**
 * File system of the host: a directory that acts as root. Each path component is resolved with the host's links, so
 * that no path leads out of the directory.
 */
export class FileTree {
  readonly disk: Disk
  readonly #folder: string
  readonly #listeners = new Set<() => void>()

  private constructor(folder: string, disk: Disk) {
    this.#folder = folder
    this.disk = disk
  }

  static async make(folder: string, disk: Disk): Promise<FileTree> {
    for (const path of [
      'etc/ssl/private',
      'etc/ssl/certs',
      'tmp',
      'var/www',
      ...loginAccounts.map(({ home }) => home),
    ]) {
      await mkdir(join(folder, path), { recursive: true, mode: 0o700 })
    }
    const passwd = Buffer.from(passwdText)
    await disk.write(join(folder, passwdFile), passwd, { flag: 'wx', mode: 0o644 }).catch(ignoreIfThere)
    await disk.read(join(folder, passwdFile)) // fails if the files are of another database
    return new FileTree(folder, disk)
  }

  /** Resolves an absolute path; with `link`, the last component is not followed. */
  async resolve(path: string, { link = false } = {}): Promise<Place> {
    const names = path.split('/')
    let place: Place = { path: '/', file: this.#folder }
    for (let links = 0; names.length > 0;) {
      const name = names.shift() ?? ''
      if (name.includes('\0')) throw failure('EINVAL')
      if (name === '' || name === '.') continue
      const next = name === '..' ? this.#at(posix.dirname(place.path)) : this.#at(posix.join(place.path, name))
      const isLast = names.every((rest) => rest === '' || rest === '.')
      if (name !== '..' && !(link && isLast) && (await isLink(next.file))) {
        if (++links > maxLinks) throw failure('ELOOP')
        const target = await readlink(next.file)
        names.unshift(...target.split('/'))
        if (posix.isAbsolute(target)) place = this.#at('/')
      } else {
        place = next
      }
    }
    return place
  }

  /** Resolves a path of a session, relative to the home directory of its account. */
  async find({ home }: Account, path: string, options?: { link: boolean }): Promise<Place> {
    return this.resolve(posix.isAbsolute(path) ? path : `${home}/${path}`, options)
  }

  async readable(account: Account, path: string, options?: { link: boolean }): Promise<Place> {
    const place = await this.find(account, path, options)
    if (!mayRead(account, place.path)) throw failure('EACCES')
    return place
  }

  /** A file whose content or attributes the account may change. */
  async writable(account: Account, path: string): Promise<Place> {
    const place = await this.find(account, path)
    if (!mayWrite(account, place.path)) throw failure('EACCES')
    return place
  }

  /** A name that the account may create, delete or rename. */
  async entry(account: Account, path: string): Promise<Place> {
    const place = await this.find(account, path, { link: true })
    if (!mayWrite(account, posix.dirname(place.path))) throw failure('EACCES')
    return place
  }

  /** Access for programs on the host. */
  async read(path: string): Promise<Buffer> {
    return this.disk.read((await this.resolve(path)).file)
  }

  async write(path: string, bytes: Uint8Array, mode: number): Promise<void> {
    await this.disk.write((await this.resolve(path)).file, bytes, { mode })
    this.changed()
  }

  /** Attributes of the file, or of the link itself, with its size on the host. */
  async stats({ file }: Place, { link = false } = {}): Promise<Stats> {
    const stats = await (link ? lstat(file) : stat(file))
    return stats.isFile() ? Object.assign(stats, { size: this.disk.sizeOf(stats.size) }) : stats
  }

  async truncate({ file }: Place, size: number): Promise<void> {
    await this.disk.truncate(file, size)
    this.changed()
  }

  /** Reports file changes until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  changed(): void {
    for (const listener of this.#listeners) listener()
  }

  #at(path: string): Place {
    return { path, file: join(this.#folder, path) }
  }
}

export const passwdFile = '/etc/passwd'

export const failure = (code: 'EACCES' | 'EINVAL' | 'ELOOP' | 'EEXIST'): NodeJS.ErrnoException =>
  Object.assign(new Error(code), { code })

async function isLink(file: string): Promise<boolean> {
  try {
    return (await lstat(file)).isSymbolicLink()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false // handled by the caller
    throw error
  }
}

function ignoreIfThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
