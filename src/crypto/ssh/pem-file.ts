import type { KeyObject } from 'node:crypto'
import { encryptPkcs8 } from '#crypto/encrypted-pkcs8.ts'
import { pkcs8Labels, readPemPrivateKey } from '#crypto/pem-private-key.ts'
import { type PemBlock, writePem } from '#crypto/pem.ts'
import { familyOf } from './families.ts'
import type { SshPrivateKey } from './private-key.ts'

export function readPemFile(block: PemBlock, passphrase: string): SshPrivateKey {
  const { key, isEncrypted } = readPemPrivateKey(block, passphrase)
  familyOf(key).requireSound(key)
  return { key, comment: '', format: pkcs8Labels.includes(block.label) ? 'pkcs8' : 'pem', isEncrypted }
}

/** Writes PKCS#8 for any key type, with AES-256 if there is a passphrase. The format has no comment. */
export function writePkcs8File(key: KeyObject, passphrase: string): string {
  const pkcs8 = key.export({ format: 'der', type: 'pkcs8' })
  return passphrase
    ? writePem('ENCRYPTED PRIVATE KEY', encryptPkcs8(pkcs8, passphrase))
    : writePem('PRIVATE KEY', pkcs8)
}
