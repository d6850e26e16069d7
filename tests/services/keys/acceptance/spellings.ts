/** A secret in each form in which it could have slipped away. */
export function spellings(secret: string | Uint8Array): Buffer[] {
  const bytes = Buffer.from(secret as string)
  const texts = [bytes.toString('hex'), bytes.toString('hex').toUpperCase(), ...inBase64(bytes)]
  if (typeof secret === 'string') {
    texts.push(encodeURIComponent(secret), String(new URLSearchParams({ a: secret })).slice(2))
    texts.push(JSON.stringify(secret).slice(1, -1), Array.from(secret).toReversed().join(''))
  }
  const utf16 =
    typeof secret === 'string' ? [Buffer.from(secret, 'utf16le'), Buffer.from(secret, 'utf16le').swap16()] : []
  return [bytes, Buffer.from(bytes).reverse(), ...utf16, ...[...new Set(texts)].map((text) => Buffer.from(text))]
}

/** Wherever it begins in what was encoded as a whole: without the ends, which depend on what is around it. */
const inBase64 = (bytes: Buffer): string[] =>
  [0, 1, 2].flatMap((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes])
    const [from, to] = [Math.ceil(before / 3) * 4, Math.floor(whole.length / 3) * 4]
    return [whole.toString('base64').slice(from, to), whole.toString('base64url').slice(from, to)]
  })
