/** Excludes characters that are easily confused, such as l, 1, O and 0. */
const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const length = 24

/** Generates a password with about 139 bits of entropy. */
export function newPassword(): string {
  const made: string[] = []
  while (made.length < length) {
    const [random = 255] = crypto.getRandomValues(new Uint8Array(1))
    const letter = letters[random & 63] // rejection sampling: the 64 indexes include some without a character, so the
    // distribution stays uniform
    if (letter) made.push(letter)
  }
  return made.join('')
}

const kinds: readonly [RegExp, number][] = [
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/\d/, 10],
  [/[^a-zA-Z\d]/, 33],
]

/** Upper bound of the entropy in bits; words and dates have far less. */
export function bitsOfPassword(password: string): number {
  const pool = kinds.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 0)
  const different = new Set(password).size
  return different < 2 ? 0 : Math.floor(Math.min(password.length, different * 2) * Math.log2(pool))
}

export function strengthOf(password: string): string {
  const bits = bitsOfPassword(password)
  const word = bits < 50 ? 'Weak' : bits < 80 ? 'Fair, unless it is a word' : 'Strong, unless it is a phrase'
  return `${word} (up to ${bits} bits)`
}
