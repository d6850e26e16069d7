import { constants, type Stats } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { maxFileBytes, resized } from './disk.ts'
import type { FileTree, Place } from './file-tree.ts'

/** A file opened by a client: held in memory, and sealed on close or sync. */
export class OpenFile {
  readonly place: Place
  readonly #file: FileHandle
  readonly #tree: FileTree
  #content: Buffer
  /** File size; the buffer may be larger. */
  #size: number
  #isAppending: boolean
  #isChanged: boolean

  private constructor(place: Place, file: FileHandle, tree: FileTree, flags: number, content: Buffer) {
    this.place = place
    this.#file = file
    this.#tree = tree
    this.#content = content
    this.#size = content.length
    this.#isAppending = (flags & constants.O_APPEND) !== 0
    this.#isChanged = (flags & constants.O_TRUNC) !== 0
  }

  /** @param flags of open(2) */
  static async open(place: Place, flags: number, mode: number, tree: FileTree): Promise<OpenFile> {
    const isWriting = (flags & (constants.O_WRONLY | constants.O_RDWR)) !== 0
    const access = isWriting ? constants.O_RDWR : constants.O_RDONLY // the file is sealed as a whole
    const others = flags & ~(constants.O_WRONLY | constants.O_RDWR | constants.O_APPEND)
    const file = await open(place.file, others | access, mode)
    try {
      return new OpenFile(place, file, tree, flags, await tree.disk.readFrom(file))
    } catch (error) {
      await file.close()
      throw error
    }
  }

  read(position: number, length: number): Buffer {
    return this.#content.subarray(Math.min(position, this.#size), Math.min(position + length, this.#size))
  }

  write(position: number, bytes: Buffer): void {
    const start = this.#isAppending ? this.#size : position
    const end = start + bytes.length
    if (end > this.#content.length) this.#content = resized(this.#content, Math.max(end, leap(end)))
    this.#content.set(bytes, start)
    this.#size = Math.max(this.#size, end)
    this.#isChanged = true
  }

  truncate(size: number): void {
    this.#content = Buffer.from(resized(this.#content.subarray(0, this.#size), size))
    this.#size = size
    this.#isChanged = true
  }

  async stats(): Promise<Stats> {
    return Object.assign(await this.#file.stat(), { size: this.#size })
  }

  chmod(mode: number): Promise<void> {
    return this.#file.chmod(mode)
  }

  async setTimes(access: number, modification: number): Promise<void> {
    await this.save() // would change the modification time later
    await this.#file.utimes(access, modification)
  }

  async save(): Promise<void> {
    if (!this.#isChanged) return
    await this.#tree.disk.writeTo(this.#file, this.#content.subarray(0, this.#size))
    this.#isChanged = false
    await this.#file.sync()
    this.#tree.changed()
  }

  async close(): Promise<void> {
    try {
      await this.save()
    } finally {
      await this.#file.close()
    }
  }
}

const leap = (size: number) => Math.min(maxFileBytes, size * 2)
