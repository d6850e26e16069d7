/**
 * Deterministic random numbers by topic and index: existing devices do not change when others are added, and new topics
 * do not change earlier ones.
 */
export class Dice {
  #state: number

  constructor(topic: string, index: number) {
    let hash = 0x811c9dc5 ^ Math.imul(index + 1, 0x9e3779b1)
    for (let at = 0; at < topic.length; at++) hash = Math.imul(hash ^ topic.charCodeAt(at), 0x01000193)
    this.#state = hash
  }

  /** A fraction in [0, 1) (mulberry32). */
  #throw(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }

  /** An integer from `min` to `max`, inclusive. */
  between(min: number, max: number): number {
    return min + Math.floor(this.#throw() * (max - min + 1))
  }

  chance(share: number): boolean {
    return this.#throw() < share
  }

  /** An element of a non-empty list. */
  pick<T>(list: readonly T[]): T {
    return list[this.between(0, list.length - 1)] as T
  }

  digits(count: number): string {
    return String(Math.floor(this.#throw() * 10 ** count)).padStart(count, '0')
  }

  /** Hexadecimal digits. */
  hex(count: number): string {
    let text = ''
    while (text.length < count) text += this.between(0, 0xffffffff).toString(16).padStart(8, '0')
    return text.slice(0, count)
  }
}
