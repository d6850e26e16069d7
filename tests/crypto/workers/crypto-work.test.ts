import { afterAll, expect, test } from 'vitest'
import { openSshKey } from '#crypto/ssh/ssh-key.ts'
import { createCryptoWork } from '#crypto/workers/crypto-work.ts'
import { longestStall } from '../longest-stall.ts'
import { refusalFrom } from '../refusal-of.ts'
import { vectorFile } from '../ssh/vectors.ts'

const work = createCryptoWork({ threads: 2 })
afterAll(() => work.close())

test('heavy work and hostile files leave the event loop free', { timeout: 120_000 }, async () => {
  const stall = await longestStall(async () => {
    const rsa = work.run('createSshKey', [{ keyType: 'ssh-rsa', length: 4096, passphrase: 'secret' }])
    const pgp = work.run('createPgpKey', [{ user: 'Ada <ada@example.com>', kind: 'rsa2048', passphrase: 'secret' }])
    const opened = work.run('openSshKey', [vectorFile('aes256-gcm@openssh.com.key'), 'pä55 phrase'])
    // Both are listened to at once: whichever comes first, no refusal is left unheard.
    const guessed = refusalFrom(work.run('openSshKey', [vectorFile('pkcs8-scrypt.key'), 'wrong']))
    const bomb = refusalFrom(work.run('openSshKey', [vectorFile('pbkdf2.costly.key'), 'wrong']))
    expect((await guessed).reason).toBe('wrong-passphrase')
    expect((await bomb).reason).toBe('too-costly')
    expect(await opened).toMatchObject({ keyType: 'ed25519', isEncrypted: true })
    expect(await rsa).toMatchObject({ keyType: 'ssh-rsa', length: 4096 })
    expect(await pgp).toMatchObject({ bits: 2048, users: ['Ada <ada@example.com>'] })
  })
  expect(stall).toBeLessThan(200)
})

test('the measure of stalls sees one', async () => {
  const stall = await longestStall(async () => openSshKey(vectorFile('aes256-cbc.key'), 'pä55 phrase'))
  expect(stall).toBeGreaterThan(50)
})

test('a refusal comes back from the thread as it was thrown there', async () => {
  const refusal = await refusalFrom(work.run('createSshKey', [{ keyType: 'ssh-rsa', length: 3072 }]))
  expect(refusal).toMatchObject({
    reason: 'not-allowed',
    field: 'length',
    message: 'A key of type ssh-rsa must have 1024, 2048, or 4096 bits',
  })
})

test('a key is made, changed and read by threads, as bytes or as text', async () => {
  const { file, fingerprint } = await work.run('createSshKey', [{ keyType: 'ecdsa', length: 384, passphrase: 'old' }])
  const change = { passphrase: 'old', newPassphrase: 'new', format: 'openssh' } as const
  const changed = await work.run('rewriteSshKey', [Buffer.from(file), change])
  expect(await work.run('openSshKey', [changed, 'new'])).toMatchObject({ fingerprint })
})

test('the dates of an OpenPGP key come back as dates', async () => {
  const { privateKey, createdAt } = await work.run('createPgpKey', [{ user: 'Ada' }])
  expect(createdAt).toBeInstanceOf(Date)
  expect(await work.run('openPgpKey', [privateKey])).toMatchObject({ createdAt, isEncrypted: false })
})
