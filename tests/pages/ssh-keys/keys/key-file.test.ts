import { expect, test } from 'vitest'
import { createSshKey, rewriteSshKey } from '#crypto/ssh/ssh-key.ts'
import { readKeyFile } from '#pages/ssh-keys/keys/key-file.ts'
import { sshVectors, vectorFile } from '../../../crypto/ssh/vectors.ts'

const kinds = [
  { keyType: 'ed25519', type: 'ssh-ed25519', bits: 256 },
  { keyType: 'ecdsa', length: 521, type: 'ecdsa-sha2-nistp521', bits: 521 },
  { keyType: 'ssh-rsa', length: 2048, type: 'ssh-rsa', bits: 2048 },
]

test.for(kinds)('a file of $type $bits says what it is, in the fingerprint of ssh-keygen', async (kind) => {
  const { type, bits, ...wanted } = kind
  const { file, fingerprint } = createSshKey(wanted)
  expect(await readKeyFile(file)).toEqual({ form: 'OpenSSH', isEncrypted: false, type, bits, fingerprint })
})

const ofPutty = sshVectors.filter(({ format }) => format.startsWith('putty'))
test.for(ofPutty)('PuTTY’s $file says what it is, as ssh-keygen does', async ({ file, sha256, passphrase, bits }) => {
  const read = await readKeyFile(vectorFile(file).toString('latin1'))
  expect(read).toMatchObject({ form: 'PuTTY', isEncrypted: passphrase !== '', fingerprint: sha256 })
  expect(read?.bits ?? bits).toBe(bits)
})

test('a sealed file tells its public half and that a passphrase is needed', async () => {
  const { file, fingerprint } = createSshKey({ keyType: 'ed25519', passphrase: 'secret words' })
  expect(await readKeyFile(file)).toMatchObject({ isEncrypted: true, fingerprint, type: 'ssh-ed25519' })
  const pkcs8 = rewriteSshKey(file, { format: 'pkcs8', passphrase: 'secret words', newPassphrase: 'others' })
  expect(await readKeyFile(pkcs8)).toEqual({ form: 'PKCS#8', isEncrypted: true })
})

test('what is no private key is told so, and broken files are no trouble', async () => {
  expect(await readKeyFile('ssh-ed25519 AAAA a@b')).toBeUndefined()
  expect(await readKeyFile('')).toBeUndefined()
  const broken = (body: string) => `-----BEGIN OPENSSH PRIVATE KEY-----\n${body}\n-----END OPENSSH PRIVATE KEY-----`
  expect(await readKeyFile(broken('!!!'))).toEqual({ form: 'OpenSSH' })
  expect(await readKeyFile(broken(btoa('openssh-key-v1\0\0\0\0\x04none\xff\xff\xff\xff')))).toEqual({ form: 'OpenSSH' })
  expect(await readKeyFile('PuTTY-User-Key-File-3: x\nEncryption: none\nPublic-Lines: 2\n')).toMatchObject({
    form: 'PuTTY',
  })
})
