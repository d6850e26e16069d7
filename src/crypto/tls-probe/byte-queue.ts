/** FIFO buffer of bytes. Copying is linear, regardless of chunk sizes. */
export class ByteQueue {
  #bytes = Buffer.alloc(4096)
  #start = 0
  #end = 0

  get length(): number {
    return this.#end - this.#start
  }

  push(piece: Uint8Array): void {
    if (this.#end + piece.length > this.#bytes.length) this.#makeRoom(piece.length)
    this.#bytes.set(piece, this.#end)
    this.#end += piece.length
  }

  /** The first bytes, without removing them; fewer at the end. Valid until the next `push`. */
  peek(length: number): Buffer {
    return this.#bytes.subarray(this.#start, Math.min(this.#start + length, this.#end))
  }

  /** Removes and returns the first bytes. */
  take(length: number): Buffer {
    const bytes = Buffer.from(this.peek(length))
    this.#start += bytes.length
    return bytes
  }

  #makeRoom(wanted: number): void {
    const grown = Buffer.alloc(Math.max(2 * this.length, this.length + wanted, this.#bytes.length))
    this.#bytes.copy(grown, 0, this.#start, this.#end)
    this.#end = this.length
    this.#start = 0
    this.#bytes = grown
  }
}
