import { isDerSequence } from '#crypto/der.ts'
import { Refusal } from '#crypto/refusal.ts'
import { jksMagic } from './jks-form.ts'
import { readJks } from './jks-read.ts'
import type { KeyStore } from './key-store.ts'
import { readPkcs12 } from './pkcs12-read.ts'

const maxBytes = 1024 * 1024

/**
 * KEYSTORE of addCertificate, and the unmanaged stores of discoverUnmanagedCert: PKCS#12, JKS and JCEKS, distinguished
 * by content. May derive keys for seconds, and the file is untrusted: run it in a worker.
 */
export function readKeyStore(file: Uint8Array, password: string, keyPassword = ''): KeyStore {
  if (file.length > maxBytes) throw new Refusal('too-large', 'The key store is larger than 1 MiB', 'file')
  try {
    return isJavaKeyStore(file) ? readJks(file, password, keyPassword) : readOther(file, password)
  } catch (error) {
    // Some key stores have no password, so a missing one is reported only after opening without one failed.
    if (password || !(error instanceof Refusal) || error.reason !== 'wrong-passphrase') throw error
    throw new Refusal('passphrase-needed', 'The key store is protected by a passphrase', 'passphrase')
  }
}

function readOther(file: Uint8Array, password: string): KeyStore {
  if (isDerSequence(file)) return { format: 'PKCS12', entries: readPkcs12(file, password) }
  throw new Refusal('not-recognized', 'This is not a PKCS#12 or JKS key store', 'file')
}

function isJavaKeyStore(file: Uint8Array): boolean {
  const magic = file.length < 4 ? 0 : Buffer.from(file.subarray(0, 4)).readUInt32BE()
  return magic === jksMagic.JKS || magic === jksMagic.JCEKS
}
