import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { readKnownKeys } from '#crypto/ssh/known-hosts.ts'
import { createSshKey } from '#crypto/ssh/ssh-key.ts'
import { withinMs } from '../../support/runs.ts'

const { publicLine, fingerprint, md5Fingerprint } = createSshKey({ keyType: 'ed25519' })
const key = publicLine.split(' ').slice(0, 2).join(' ')
const names = ['[192.0.2.10]:2222', 'web-1']
const read = (text: string) => readKnownKeys(text, names)
const one = { type: 'ssh-ed25519', fingerprint }

test.each([
  ['ssh-keyscan', `# 192.0.2.10:2222 SSH-2.0-OpenSSH_9.2p1\n[192.0.2.10]:2222 ${key}`],
  ['several names', `web-2,WEB-1 ${key}`],
  ['a pattern', `web-* ${key}`],
  ['a .pub file', `${key} root@web-1`],
  ['ssh-keygen -l', `256 ${fingerprint} root@web-1 (ED25519)`],
])('the key of a host is read from %s', (_, text) => {
  expect(read(text)).toEqual({ keys: [one], others: 0, unreadable: [] })
})

test('a name that is stored as a hash is recognized', () => {
  const salt = Buffer.from('salt')
  const hash = createHmac('sha1', salt).update('web-1').digest('base64')
  expect(read(`|1|${salt.toString('base64')}|${hash} ${key}`).keys).toEqual([one])
  expect(read(`|1|${salt.toString('base64')}|${hash.replace(/^./, '/')} ${key}`)).toMatchObject({ keys: [], others: 1 })
})

test('fingerprints alone are read as people write them', () => {
  const bare = { type: undefined, fingerprint }
  const md5 = { type: undefined, fingerprint: md5Fingerprint }
  expect(read(`${fingerprint}\n ${fingerprint.slice(7)}\n`).keys).toEqual([bare, bare])
  expect(read(`${md5Fingerprint}\n${md5Fingerprint.slice(4).toUpperCase()}`).keys).toEqual([md5, md5])
  expect(read(`521 ${fingerprint} x (ECDSA)`).keys).toEqual([{ type: 'ecdsa-sha2-nistp521', fingerprint }])
})

test('keys of other hosts and authorities are none of this one, and other lines are numbered', () => {
  const text = `web-2 ${key}\n!web-1,web-* ${key}\n@cert-authority * ${key}\n@revoked web-1 ${key}\nhello\nweb-1 ssh-ed25519 AAAA`
  expect(read(text)).toEqual({ keys: [], others: 4, unreadable: [5, 6] })
})

test('a pattern made to take long is compared in a moment', () => {
  const begin = performance.now()
  readKnownKeys(`${'a*'.repeat(500)}b ${key}`, ['a'.repeat(1000)])
  expect(performance.now() - begin).toBeLessThan(withinMs(1000))
})
