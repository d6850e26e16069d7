import type { WireReader } from '#crypto/ssh/wire.ts'
import { failure, type Place } from './file-tree.ts'
import { OpenFile } from './open-file.ts'

type OpenFolder = { place: Place; entries: string[] }

const maxOpen = 32 // files of up to 16 MiB

/** Open files of a client, by handle. */
export class OpenFiles {
  readonly #opened = new Map<number, OpenFile | OpenFolder>()
  #next = 0

  add(opened: OpenFile | OpenFolder): number {
    this.#opened.set(this.#next, opened)
    if (this.#opened.size > maxOpen) {
      void this.#take(this.#next)
      throw failure('EACCES')
    }
    return this.#next++
  }

  requireFile(packet: WireReader): OpenFile {
    const opened = this.#opened.get(numberIn(packet))
    if (!(opened instanceof OpenFile)) throw failure('EINVAL')
    return opened
  }

  requireFolder(packet: WireReader): OpenFolder {
    const opened = this.#opened.get(numberIn(packet))
    if (!opened || opened instanceof OpenFile) throw failure('EINVAL')
    return opened
  }

  async close(packet: WireReader): Promise<void> {
    const number = numberIn(packet)
    if (!this.#opened.has(number)) throw failure('EINVAL')
    await this.#take(number)
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#opened.keys()].map((number) => this.#take(number)))
  }

  async #take(number: number): Promise<void> {
    const opened = this.#opened.get(number)
    this.#opened.delete(number)
    if (opened instanceof OpenFile) await opened.close()
  }
}

function numberIn(packet: WireReader): number {
  const bytes = packet.string()
  return bytes.length === 4 ? bytes.readUInt32BE() : -1
}
