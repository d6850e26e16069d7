import { type Der, writeDer } from '#crypto/der.ts'
import { publicKeyOf } from '#crypto/private-key/key-pair.ts'
import { Refusal } from '#crypto/refusal.ts'
import { readCertificate } from '#crypto/x509/certificate.ts'
import { chainOf } from '#crypto/x509/chain.ts'
import { readName } from '#crypto/x509/distinguished-name.ts'
import type { KeyStoreEntry } from './key-store.ts'
import type { Spend } from './time-budget.ts'

/** A key or certificate in PKCS#12: stored separately, linked by name or identifier, or not at all. */
export interface StoredItem {
  kind: 'key' | 'certificate'
  alias: string | undefined
  der: Der
}

interface StoredCertificate extends StoredItem {
  commonName: string | undefined
  publicKey: string
}

/** Each key with its certificate chain. Matched by public key, regardless of the identifiers in the file. */
export function pairUp(items: readonly StoredItem[], spend: Spend): KeyStoreEntry[] {
  const certificates = items.filter(({ kind }) => kind === 'certificate').map(withPublicKey)
  const keys = items
    .filter(({ kind }) => kind === 'key')
    .map((key) => {
      spend()
      return entryOf(key, certificates)
    })
  const used = new Set(keys.flatMap(({ chain }) => chain.map(text)))
  const trusted = certificates
    .filter(({ der }) => !used.has(text(der)))
    .map(({ alias, commonName, der }) => ({
      alias: alias ?? commonName ?? 'certificate',
      privateKey: undefined,
      chain: [der],
    }))
  return [...keys, ...trusted]
}

function entryOf({ alias, der }: StoredItem, certificates: readonly StoredCertificate[]): KeyStoreEntry {
  const publicKey = publicHalf(der)
  const own = certificates.find((certificate) => certificate.publicKey === publicKey)
  const pool = certificates.map((certificate) => certificate.der)
  return {
    alias: alias ?? own?.alias ?? own?.commonName ?? 'key',
    privateKey: der,
    chain: own ? chainOf(own.der, pool).certificates : [],
  }
}

function withPublicKey(item: StoredItem): StoredCertificate {
  const { subject, subjectPublicKeyInfo } = readCertificate(item.der).tbsCertificate
  return { ...item, commonName: readName(subject).commonName, publicKey: text(writeDer(subjectPublicKeyInfo)) }
}

function publicHalf(privateKey: Der): string {
  try {
    return text(publicKeyOf(privateKey))
  } catch (error) {
    // Coincidentally valid padding in a file without a MAC, or an unsupported key type.
    if (error instanceof Refusal)
      throw new Refusal('wrong-passphrase', 'A key in the key store cannot be decrypted', 'passphrase')
    throw error
  }
}

const text = (der: Der) => Buffer.from(der).toString('latin1')
