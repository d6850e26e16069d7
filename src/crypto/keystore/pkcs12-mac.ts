import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { MacData } from '@peculiar/asn1-pfx'
import { DigestInfo } from '@peculiar/asn1-rsa'
import { OctetString } from '@peculiar/asn1-schema'
import { AlgorithmIdentifier } from '@peculiar/asn1-x509'
import { Refusal } from '#crypto/refusal.ts'
import { writtenWork } from '#crypto/written-work.ts'
import { derive, type Pkcs12Hash, purposes } from './pkcs12-derivation.ts'
import type { Pkcs12Protection } from './pkcs12-encryption.ts'

const sha1 = '1.3.14.3.2.26'
const sha256 = '2.16.840.1.101.3.4.2.1'

const hashes: Partial<Record<string, { hash: Pkcs12Hash; bytes: number }>> = {
  [sha1]: { hash: 'sha1', bytes: 20 },
  '2.16.840.1.101.3.4.2.4': { hash: 'sha224', bytes: 28 },
  [sha256]: { hash: 'sha256', bytes: 32 },
  '2.16.840.1.101.3.4.2.2': { hash: 'sha384', bytes: 48 },
  '2.16.840.1.101.3.4.2.3': { hash: 'sha512', bytes: 64 },
}

const written = (protection: Pkcs12Protection) =>
  protection === 'AES-256'
    ? { algorithm: sha256, iterations: writtenWork.pkcs12MacIterations }
    : { algorithm: sha1, iterations: writtenWork.legacyPkcs12Iterations }

/** openssl can omit the MAC (-nomac); then only invalid padding reveals a wrong password. */
export const hasMac = ({ mac }: MacData): boolean => mac.digest.byteLength > 0

export function requireMac({ mac, macSalt, iterations }: MacData, content: Uint8Array, password: string): void {
  const known = hashes[mac.digestAlgorithm.algorithm]
  if (!known) throw new Refusal('unsupported', 'The key store is protected with an unsupported method', 'file')
  const expected = macOf(content, {
    ...known,
    password,
    salt: new Uint8Array(macSalt.buffer),
    iterations,
  })
  const stated = new Uint8Array(mac.digest.buffer)
  if (stated.length === expected.length && timingSafeEqual(stated, expected)) return
  throw new Refusal('wrong-passphrase', 'Incorrect passphrase, or the key store was modified', 'passphrase')
}

export function newMac(content: Uint8Array, password: string, protection: Pkcs12Protection): MacData {
  const { algorithm, iterations } = written(protection)
  const known = hashes[algorithm] ?? { hash: 'sha256', bytes: 32 }
  const salt = randomBytes(20)
  return new MacData({
    mac: new DigestInfo({
      digestAlgorithm: new AlgorithmIdentifier({ algorithm, parameters: null }),
      digest: new OctetString(macOf(content, { ...known, password, salt, iterations })),
    }),
    macSalt: new OctetString(salt),
    iterations,
  })
}

interface MacKey {
  hash: Pkcs12Hash
  bytes: number
  password: string
  salt: Uint8Array
  iterations: number
}

const macOf = (content: Uint8Array, from: MacKey): Buffer =>
  createHmac(from.hash, derive({ ...from, purpose: purposes.mac }))
    .update(content)
    .digest()
