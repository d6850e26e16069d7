import { expect, test } from 'vitest'
import { keyChoice } from '#crypto/private-key/key-choice.ts'
import { belongTogether, privateKeyObject } from '#crypto/private-key/key-object.ts'
import { generatePair } from '#crypto/private-key/key-pair.ts'
import { refusalOf } from '../refusal-of.ts'

const [rsa, ec, otherEc] = await Promise.all(
  [keyChoice('RSA', 2048), keyChoice('EC', 256), keyChoice('EC', 256)].map(generatePair),
)

test('a key fits its own public half and no other', () => {
  expect(
    [rsa, ec, otherEc].map((pair) => pair && ec && belongTogether(privateKeyObject(ec.privateKey), pair.publicKey)),
  ).toEqual([false, true, false])
})

test('asking whether keys of different types fit does not spoil the next key that is read', () => {
  if (!rsa || !ec) throw new Error('no keys')
  expect(belongTogether(privateKeyObject(ec.privateKey), rsa.publicKey)).toBe(false)
  expect(privateKeyObject(rsa.privateKey).asymmetricKeyType).toBe('rsa')
})

test('what is no key is refused without a word of its content', () => {
  const { reason, message } = refusalOf(() => privateKeyObject(Buffer.from('30030201ff', 'hex')))
  expect({ reason, message }).toEqual({
    reason: 'unsupported',
    message: 'The private key is damaged or of an unsupported type',
  })
})
