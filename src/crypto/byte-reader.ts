import type { Refusal } from './refusal.ts'

/** Sequential reader that never reads beyond the end, regardless of stated lengths. */
export class ByteReader {
  readonly #bytes: Buffer
  readonly #tooShort: () => Refusal
  #offset = 0

  constructor(bytes: Uint8Array, tooShort: () => Refusal) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#tooShort = tooShort
  }

  get remaining(): number {
    return this.#bytes.length - this.#offset
  }

  bytes(length: number): Buffer {
    if (length > this.remaining) throw this.#tooShort()
    this.#offset += length
    return this.#bytes.subarray(this.#offset - length, this.#offset)
  }
}
