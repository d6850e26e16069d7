import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { hidden, hiddenParts } from '#platform/upstream/hidden-credential.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
async function* each(parts: readonly Uint8Array[]) {
  yield* parts
}
const shown = async (parts: readonly Uint8Array<ArrayBuffer>[], credential: string | undefined) => {
  const [bytes = bytesOf(''), ...others] = parts
  const seen: Uint8Array[] = []
  for await (const part of hiddenParts('mdm', { bytes, rest: each(others) }, credential)) seen.push(part)
  return new TextDecoder().decode(Buffer.concat(seen))
}
const secret = 'Zx-81"k'
const escaped = (one: string) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`
const pieces = fc.constantFrom(
  secret,
  secret.slice(0, 4),
  'Zx',
  '\\',
  '\\\\',
  'plain text',
  'é',
  '😀',
  JSON.stringify(secret).slice(1, -1),
  secret.replace(/./g, escaped),
  secret.replace(/[x8]/g, escaped),
  JSON.stringify(secret.replace(/./g, escaped)).slice(1, -1),
)

test('a credential is found wherever an answer is cut into parts, and everything else stays as it is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(pieces, { maxLength: 12 }), fc.array(fc.nat(400)), async (given, cuts) => {
      const text = given.join('')
      const bytes = bytesOf(text)
      const places = [0, ...cuts.map((at) => Math.min(at, bytes.length)).toSorted((a, b) => a - b), bytes.length]
      const parts = places.slice(1).map((to, at) => bytes.slice(places[at], to))
      expect(await shown(parts, `Bearer ${secret}`)).toBe(hidden(text, `Bearer ${secret}`))
      expect(await shown(parts, undefined)).toBe(text)
    }),
  )
})

test('a credential of an identity provider may be some thousand characters long', async () => {
  const long = Array.from({ length: 6_000 }, (_, at) => ((at * at + 7 * at) % 36).toString(36)).join('')
  const begun = long.slice(0, -1)
  const spelled = (character: string) => (/[0-4a-m]/.test(character) ? escaped(character) : character)
  const textWith = (...found: string[]) => `{"quoted":"\\"","begun":"${begun}","found":"${found.join('","')}"}`
  const text = textWith(
    long,
    long.replace(/./g, spelled),
    long.replace(/./g, (one) => `\\${spelled(one)}`),
  )
  const expected = textWith('(hidden)', '(hidden)', '(hidden)')
  expect(hidden(text, long)).toBe(expected)
  expect(await shown([bytesOf(text.slice(0, 9_000)), bytesOf(text.slice(9_000))], long)).toBe(expected)
})

test('a byte that is no text costs one character, and not the answer that has begun', async () => {
  const parts = [bytesOf('{"a":"M'), Uint8Array.from([0xfc]), bytesOf(`nchen ${secret}"}`)]
  expect(await shown(parts, secret)).toBe('{"a":"M\uFFFDnchen (hidden)"}')
})
