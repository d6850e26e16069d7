/** Characters that nobody mistakes for another when reading them out. */
const letters = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const length = 24

/** About 139 bits. */
export function newPassword(): string {
  const made: string[] = []
  while (made.length < length) {
    const [random = 255] = crypto.getRandomValues(new Uint8Array(1))
    const letter = letters[random & 63] // 64 of which the last ones name no letter: all letters stay as likely
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

/** What guessing it takes at most: words and dates are guessed far earlier. */
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
