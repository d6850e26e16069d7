import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  authorize,
  authorizedKeys,
  findAuthorized,
  grantedAmong,
  isAuthorized,
  unauthorize,
} from '#crypto/ssh/authorized-keys.ts'
import { cpuMilliseconds } from '../cpu-time.ts'
import { longestStall } from '../longest-stall.ts'
import { sshVectors } from './vectors.ts'

const [ours = '', theirs = '', third = ''] = ['ed25519-256', 'rsa-2048', 'ecdsa-256'].map(
  (name) => sshVectors.find(({ key }) => key === name)?.public,
)

const lived = [
  '# keys of the build server',
  '',
  `from="10.0.0.0/8,\\"x\\"",no-pty   ${theirs} José's laptop  `,
  '\tcommand="echo \\"hi there\\"" ' + third,
  'ssh-mldsa44-ed25519@openssh.com AAAA?not base64',
  'cert-authority,principals="ops" ' + ours + ' the CA',
  'nonsense',
].join('\n')

test('the keys of a file are listed with their options and comments', () => {
  expect(
    authorizedKeys(Buffer.from(lived)).map(({ lineNumber, algorithm, options, comment }) => [
      lineNumber,
      algorithm,
      options,
      comment,
    ]),
  ).toEqual([
    [3, 'ssh-rsa', 'from="10.0.0.0/8,\\"x\\"",no-pty', "José's laptop"],
    [4, 'ecdsa-sha2-nistp256', 'command="echo \\"hi there\\""', ''],
    [6, 'ssh-ed25519', 'cert-authority,principals="ops"', 'the CA'],
  ])
})

test('a key is added at the end, on a line of its own', async () => {
  expect((await authorize(Buffer.from(lived), `${ours} me`)).toString()).toBe(`${lived}\n${ours} me\n`)
  expect((await authorize(Buffer.alloc(0), ours)).toString()).toBe(`${ours}\n`)
})

test('a file with Windows line ends gets a Windows line', async () => {
  expect((await authorize(Buffer.from(`${theirs}\r\n`), ours)).toString()).toBe(`${theirs}\r\n${ours}\r\n`)
})

test('a key that is there already is not added again, whatever its options', async () => {
  const file = Buffer.from(`no-pty ${ours} old comment`)
  expect(await authorize(file, `${ours} new comment`)).toEqual(file)
})

test('a certificate authority is not an associated key: its line neither counts nor goes', async () => {
  const file = Buffer.from(`${lived}\n`)
  expect(await isAuthorized(file, ours)).toBe(false)
  expect(await unauthorize(file, ours)).toEqual(file)
  expect(await unauthorize(await authorize(file, ours), ours)).toEqual(file)
})

test('a comment that speaks of cert-authority changes nothing', async () => {
  expect(await isAuthorized(Buffer.from(`environment="A=cert-authority" ${ours} cert-authority`), ours)).toBe(true)
})

test('taking a key away takes every line that lets it in, and no other byte', async () => {
  const file = Buffer.from(`\uFEFF# José\r\n${theirs}\n${ours} a\nno-pty ${ours} b\r\n\n\xff ${third}`, 'latin1')
  const left = await unauthorize(file, `${ours} any comment`)
  expect(left).toEqual(Buffer.from(`\uFEFF# José\r\n${theirs}\n\n\xff ${third}`, 'latin1'))
})

test('taking away a key that is not there gives back the same bytes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
      expect(await unauthorize(bytes, ours)).toEqual(Buffer.from(bytes))
    }),
  )
})

test('adding and taking away again gives the file as it was, but for a closed last line', async () => {
  const line = fc.constantFrom(theirs, `no-pty ${third} x`, '# note', '', 'junk "', ` ${theirs}\r`)
  await fc.assert(
    fc.asyncProperty(fc.array(line), fc.constantFrom('', '\n'), async (lines, end) => {
      const file = Buffer.from(lines.join('\n') + end)
      const closed = file.length > 0 && file.at(-1) !== 0x0a
      const lineEnd = file.toString().split('\n')[0]?.endsWith('\r') && file.includes('\n') ? '\r\n' : '\n'
      const expected = closed ? Buffer.concat([file, Buffer.from(lineEnd)]) : file
      expect(await unauthorize(await authorize(file, `${ours} c`), ours)).toEqual(expected)
    }),
  )
})

test('a line that would bring two lines into the file is not a public key', async () => {
  for (const line of [
    `${ours}\n${theirs}`,
    'ssh-rsa',
    '',
    '# comment',
    `no-pty ${ours}`,
    `ssh-rsa ${ours.split(' ')[1]}`,
  ]) {
    await expect(authorize(Buffer.alloc(0), line)).rejects.toMatchObject({
      reason: 'not-recognized',
      field: 'publicKey',
    })
  }
})

test('a hostile file of a megabyte is read at once', () => {
  const spaced = Buffer.from(`${ours} a${'\t'.repeat(1e6)}b`)
  const pieces = ['"\\', 'ssh-rsa ', 'a" ', '\t', '"'].map((piece) => Buffer.from(piece.repeat(1e6 / piece.length)))
  const spent = cpuMilliseconds(() => {
    expect(authorizedKeys(spaced)).toHaveLength(1)
    for (const file of pieces) expect(authorizedKeys(file)).toEqual([])
  })
  expect(spent).toBeLessThan(1000)
})

const mebibytes = 10
const filled = (text: string) => Buffer.from(text.repeat(Math.floor((mebibytes * 1024 * 1024) / text.length)))

test.for([
  ['line ends', filled('\n')],
  ['lines with the key', filled(`${ours}\n`)],
  ['the key on one line', filled(`${ours} `)],
  ['lines with another key', filled(`${theirs}\n`)],
  ['lines with the key of an authority', filled(`cert-authority ${ours}\n`)],
] as const)('a file of 10 MiB of %s holds nobody up', async ([, file]) => {
  const works = [findAuthorized, authorize, unauthorize].map((work) => () => work(file, ours))
  for (const work of [...works, () => grantedAmong(file, [ours])]) {
    expect(await longestStall(work)).toBeLessThan(200)
  }
})
