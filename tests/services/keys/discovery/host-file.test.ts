import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readHostFile } from '#services/keys/discovery/host-file.ts'
import { refusalOf } from '../../../crypto/refusal-of.ts'
import { runs } from '../../../support/runs.ts'

const read = (text: string) => readHostFile(Buffer.from(text))

test('each line names a host, with 443 unless it names a port', () => {
  const text =
    '\ufeff# our hosts\r\nwww.example.com\r\n\r\n  10.0.0.1   8443  # the spare one\r\n[::1]\t636\nlast.example'
  expect(read(text)).toEqual({
    targets: [
      { host: 'www.example.com', port: 443 },
      { host: '10.0.0.1', port: 8443 },
      { host: '::1', port: 636 },
      { host: 'last.example', port: 443 },
    ],
    errors: [],
  })
})

test('a host is asked once, however often and in whatever spelling it stands there', () => {
  expect(read('a.example\nA.EXAMPLE. 443\na.example 8443\n').targets).toEqual([
    { host: 'a.example', port: 443 },
    { host: 'a.example', port: 8443 },
  ])
})

test('a wrong line is told by its number, and the others count', () => {
  const { targets, errors } = read('127.1\nb.example 99999\nc.example 443 x\nd.example\n')
  expect(targets).toEqual([{ host: 'd.example', port: 443 }])
  expect(errors).toEqual([
    { line: 1, message: '"127.1" is neither a host name nor an IP address' },
    { line: 2, message: '"99999" is not a port: a whole number from 1 to 65535' },
    { line: 3, message: 'The line contains more than a host and a port' },
  ])
})

test('a file that is too large, too long, names too many hosts or is no text is refused', () => {
  const lines = (count: number, line: (at: number) => string) => Array.from({ length: count }, (_, at) => line(at))
  expect(refusalOf(() => readHostFile(Buffer.alloc(1024 * 1024 + 1, '\n'))).reason).toBe('too-large')
  expect(refusalOf(() => read(lines(10_002, () => '').join('\n'))).reason).toBe('too-large')
  expect(refusalOf(() => read(lines(4_097, (at) => `h${at}.example`).join('\n'))).reason).toBe('too-large')
  expect(refusalOf(() => readHostFile(Buffer.from([0x61, 0xff])))).toMatchObject({ reason: 'damaged', field: 'File' })
  expect(read(lines(10_000, (at) => `h${at % 4_096}.example`).join('\n')).targets).toHaveLength(4_096)
})

test('a file of another kind is refused with its first line, and its thousands of lines are not reported', () => {
  const refusal = refusalOf(() => read('{\n  "name": "x y z",\n}'))
  expect(refusal).toMatchObject({ reason: 'not-recognized', field: 'File' })
  expect(refusal.message).toBe(
    'The file names no host; line 1: "{" is neither a host name nor an IP address. Enter a host name or IP address and an optional port in each line',
  )
  expect(refusalOf(() => read('# only a comment\n')).message).toMatch(/^The file names no host\. Enter/)
  const prose = (count: number) => `host.example\n${'These are no hosts\n'.repeat(count)}`
  expect(read(prose(100)).errors).toHaveLength(100)
  expect(refusalOf(() => read(prose(101))).message).toMatch(/^More than 100 lines are invalid; line 2: /)
})

test('whatever lines somebody writes, each is a target, an error or nothing', () => {
  const word = fc.oneof(fc.domain(), fc.ipV4(), fc.ipV6(), fc.nat(70_000).map(String), fc.string({ maxLength: 20 }))
  const line = fc.array(word, { maxLength: 3 }).map((words) => words.join(' ').replaceAll(/[\r\n]/g, ' '))
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
      const { targets, errors } = read(['first.example', ...lines].join('\n'))
      const meant = lines.filter((text) => text.replace(/#.*$/, '').trim() !== '').length
      expect(targets.length + errors.length).toBeLessThanOrEqual(meant + 1)
      expect(errors.every(({ line }) => line >= 2 && line <= lines.length + 1)).toBe(true)
      expect(read(targets.map(({ host, port }) => `${host} ${port}`).join('\n')).targets).toEqual(targets)
    }),
    { numRuns: runs(100, 500) },
  )
})
