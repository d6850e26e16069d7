import { expect, test } from 'vitest'
import { keyLengthText } from '#contract/words/key-length.ts'

test('a key length has its unit only where the server sent a number', () => {
  expect(keyLengthText('2048')).toBe('2048 bits')
  expect(keyLengthText(256)).toBe('256 bits')
  expect(keyLengthText('0000-00-00')).toBe('0000-00-00')
  expect(keyLengthText('')).toBe('')
  expect(keyLengthText(undefined)).toBe('')
})
