/**
 * Repeatable chance. The same topic and index always throw the same, so a device never changes when others are added,
 * and a new topic never changes what the older ones threw.
 */
export class Dice {
  #state: number

  constructor(topic: string, index: number) {
    let hash = 0x811c9dc5 ^ Math.imul(index + 1, 0x9e3779b1)
    for (let at = 0; at < topic.length; at++) hash = Math.imul(hash ^ topic.charCodeAt(at), 0x01000193)
    this.#state = hash
  }

  /** A fraction from 0 up to, but not, 1 (mulberry32). */
  #throw(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }

  /** A whole number from `least` to `max`, both included. */
  between(min: number, max: number): number {
    return min + Math.floor(this.#throw() * (max - min + 1))
  }

  chance(share: number): boolean {
    return this.#throw() < share
  }

  /** One of a list, which must not be empty. */
  pick<T>(list: readonly T[]): T {
    return list[this.between(0, list.length - 1)] as T
  }

  digits(count: number): string {
    return String(Math.floor(this.#throw() * 10 ** count)).padStart(count, '0')
  }

  /** Up to eight hexadecimal digits at a time. */
  hex(count: number): string {
    let text = ''
    while (text.length < count) text += this.between(0, 0xffffffff).toString(16).padStart(8, '0')
    return text.slice(0, count)
  }
}
