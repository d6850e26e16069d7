import { expect, test } from 'vitest'
import { findPublicKey, fingerprint, md5Fingerprint, publicLine, requirePublicKey } from '#crypto/ssh/public-key.ts'
import { refusalOf } from '../refusal-of.ts'
import { sshVectors } from './vectors.ts'

test('a public line is read and written without change', () => {
  for (const { public: line, comment } of sshVectors) {
    const whole = `${line} ${comment}`.trim()
    expect(publicLine(requirePublicKey(whole))).toBe(whole)
  }
})

test('the digests of a public line are those that ssh-keygen prints', () => {
  for (const { public: line, sha256, md5 } of sshVectors) {
    const { blob } = requirePublicKey(line)
    expect([fingerprint(blob), md5Fingerprint(blob)]).toEqual([sha256, md5])
  }
})

test('a line break in a comment does not become a second line', () => {
  const key = requirePublicKey(sshVectors[0]?.public ?? '')
  expect(publicLine({ ...key, comment: 'a\r\nssh-rsa AAAA b' })).toBe(`${sshVectors[0]?.public} a ssh-rsa AAAA b`)
})

test('a key of a kind that we do not make is still a public key', () => {
  const blob = Buffer.concat([Buffer.of(0, 0, 0, 7), Buffer.from('ssh-new'), Buffer.of(1, 2, 3)])
  expect(findPublicKey(`ssh-new ${blob.toString('base64')} x`)).toEqual({ algorithm: 'ssh-new', blob, comment: 'x' })
})

test.for(['', 'hello', 'ssh-rsa', 'ssh-rsa !!!!', 'ssh-rsa AAAAB3', `ssh-dss ${sshVectors[0]?.public.split(' ')[1]}`])(
  '%j is no public key',
  (line) => {
    expect(refusalOf(() => requirePublicKey(line)).field).toBe('publicKey')
  },
)
