import { expect, test } from 'vitest'
import { passphraseHints } from '#components/secrets/passphrase-hints.ts'

test('a passphrase that other programs may read differently says why; others say nothing', () => {
  expect(passphraseHints('')).toEqual([])
  expect(passphraseHints('correct horse, battery staple!')).toEqual([])
  expect(passphraseHints('pässword')).toEqual([expect.stringMatching(/^It has characters outside ASCII/)])
  expect(passphraseHints('copied ')).toEqual([expect.stringMatching(/^It begins or ends with a space/)])
  expect(passphraseHints('x'.repeat(129))).toEqual([expect.stringMatching(/^It is longer than 128 characters/)])
})
