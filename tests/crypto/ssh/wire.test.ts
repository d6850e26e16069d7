import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { poly1305 } from '#crypto/ssh/poly1305.ts'
import { bytesToNumber, mpint, numberToBytes, uint32, WireReader, wireString } from '#crypto/ssh/wire.ts'
import { refusalOf } from '../refusal-of.ts'

// RFC 4251, section 5
test.for([
  [0n, '00000000'],
  [0x9a378f9b2e332a7n, '0000000809a378f9b2e332a7'],
  [0x80n, '000000020080'],
] as const)('the number %d is written as the standard shows it', ([value, hex]) => {
  expect(mpint(value).toString('hex')).toBe(hex)
  expect(new WireReader(Buffer.from(hex, 'hex')).mpint()).toBe(value)
})

test('what is written is read again', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 2n ** 600n }),
      fc.string({ unit: 'binary' }),
      fc.nat(),
      (big, text, small) => {
        const reader = new WireReader(Buffer.concat([mpint(big), wireString(text), uint32(small)]))
        expect([reader.mpint(), reader.text(), reader.uint32()]).toEqual([big, text, small])
        reader.end()
      },
    ),
  )
})

test('a number keeps its length in bytes when one is asked for', () => {
  expect(numberToBytes(5n, 4).toString('hex')).toBe('00000005')
  expect(bytesToNumber(Buffer.of())).toBe(0n)
})

test('a length that reaches beyond the end, a negative number and left-over bytes are damage', () => {
  const reader = (hex: string) => new WireReader(Buffer.from(hex, 'hex'))
  for (const read of [
    () => reader('ffffffff').string(),
    () => reader('0000').uint32(),
    () => reader('00000001ff').mpint(),
    () => reader('00').end(),
  ]) {
    expect(refusalOf(read).reason).toBe('damaged')
  }
})

test('the authenticator agrees with the example of RFC 8439, section 2.5.2', () => {
  const key = Buffer.from('85d6be7857556d337f4452fe42d506a80103808afb0db2fd4abff6af4149f51b', 'hex')
  const tag = poly1305(Buffer.from('Cryptographic Forum Research Group'), key)
  expect(tag.toString('hex')).toBe('a8061dc1305136c6c22b8baf0c0127a9')
})
