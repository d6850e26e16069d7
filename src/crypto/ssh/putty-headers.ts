import { fromBase64 } from '#crypto/pem.ts'
import { Refusal } from '#crypto/refusal.ts'

/** "Name: value" lines. Names ending in -Lines are followed by that many lines of base64. */
export class PuttyHeaders {
  readonly #values = new Map<string, string>()

  constructor(lines: string[]) {
    for (let index = 1; index < lines.length; index++) {
      const line = lines[index] ?? ''
      const colon = line.indexOf(': ')
      if (colon < 0) continue
      const [name, value] = [line.slice(0, colon), line.slice(colon + 2)]
      if (!name.endsWith('-Lines')) this.#values.set(name, value)
      else {
        const count = decimal(value)
        this.#values.set(name, lines.slice(index + 1, index + 1 + count).join(''))
        index += count
      }
    }
  }

  require(name: string): string {
    const value = this.#values.get(name)
    if (value === undefined) throw new Refusal('damaged', `The PuTTY key lacks its line ${name}`, 'file')
    return value
  }

  number(name: string): number {
    return decimal(this.require(name))
  }

  bytes(name: string): Buffer {
    return Buffer.from(fromBase64(this.require(name), 'The PuTTY key'))
  }
}

function decimal(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new Refusal('damaged', 'The PuTTY key contains an invalid number', 'file')
  return Number(text)
}
