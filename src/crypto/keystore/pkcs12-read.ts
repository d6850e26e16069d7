import { type ContentInfo, id_data, id_encryptedData } from '@peculiar/asn1-cms'
import {
  AuthenticatedSafe,
  CertBag,
  id_certBag,
  id_keyBag,
  id_pkcs8ShroudedKeyBag,
  id_x509Certificate,
  PFX,
  type SafeBag,
  SafeContents,
} from '@peculiar/asn1-pfx'
import { EncryptedPrivateKeyInfo } from '@peculiar/asn1-pkcs8'
import { BmpString } from 'asn1js'
import { type Der, readDer, readElement, readOctets } from '#crypto/der.ts'
import { Refusal } from '#crypto/refusal.ts'
import { readCertificate } from '#crypto/x509/certificate.ts'
import { type KeyStoreEntry, maxEntries } from './key-store.ts'
import { EncryptedData } from './pkcs12-encrypted-data.ts'
import { decryptContent } from './pkcs12-encryption.ts'
import { pairUp, type StoredItem } from './pkcs12-entries.ts'
import { hasMac, requireMac } from './pkcs12-mac.ts'
import { timeBudget } from './time-budget.ts'

const what = 'The key store'
const ber = { berAllowed: true } // older Windows and Java versions use BER
const maxSafes = 20

/** Reads PKCS#12 (RFC 7292). Derives keys, possibly for seconds: run it in a worker. */
export function readPkcs12(file: Uint8Array, password: string): KeyStoreEntry[] {
  const spend = timeBudget()
  const { authSafe, macData } = readDer(file, PFX, what, ber)
  if (authSafe.contentType !== id_data) {
    throw new Refusal('unsupported', 'The key store is protected by a signature instead of a passphrase', 'file')
  }
  const content = readOctets(new Uint8Array(authSafe.content), what, ber)
  if (hasMac(macData)) requireMac(macData, content, password)
  const safes = readDer(content, AuthenticatedSafe, what, ber)
  if (safes.length > maxSafes) throw new Refusal('too-large', `The key store has more than ${maxSafes} parts`, 'file')
  const bags = safes.flatMap((safe) => {
    spend()
    return Array.from(readDer(openSafe(safe, password), SafeContents, what, ber))
  })
  if (bags.length > maxEntries) throw new Refusal('too-large', `${what} has more than ${maxEntries} entries`, 'file')
  const items = bags.flatMap((bag) => {
    spend()
    return openBag(bag, password)
  })
  return pairUp(items, spend)
}

function openSafe({ contentType, content }: ContentInfo, password: string): Uint8Array {
  const bytes = new Uint8Array(content)
  if (contentType === id_data) return readOctets(bytes, what, ber)
  if (contentType !== id_encryptedData) {
    throw new Refusal('unsupported', 'The key store is encrypted for a certificate, not with a passphrase', 'file')
  }
  const { contentEncryptionAlgorithm: algorithm, encryptedContent } = readDer(bytes, EncryptedData, what, ber).content
  const pieces = encryptedContent?.constructedValue ?? (encryptedContent?.value ? [encryptedContent.value] : [])
  const encrypted = Buffer.concat(pieces.map(({ buffer }) => new Uint8Array(buffer)))
  return decryptContent({ algorithm, content: encrypted }, password)
}

function openBag(bag: SafeBag, password: string): StoredItem[] {
  const value = new Uint8Array(bag.bagValue)
  const alias = friendlyName(bag)
  switch (bag.bagId) {
    case id_keyBag:
      return [{ alias, kind: 'key', der: value }]
    case id_pkcs8ShroudedKeyBag:
      return [{ alias, kind: 'key', der: openKey(value, password) }]
    case id_certBag: {
      const { certId, certValue } = readDer(value, CertBag, what, ber)
      if (certId !== id_x509Certificate) return []
      const der = readOctets(new Uint8Array(certValue), what, ber)
      readCertificate(der)
      return [{ alias, kind: 'certificate', der }]
    }
    default:
      return [] // revocation lists and secrets are not imported
  }
}

function openKey(value: Der, password: string): Der {
  const { encryptionAlgorithm, encryptedData } = readDer(value, EncryptedPrivateKeyInfo, 'A key in the store', ber)
  const content = new Uint8Array(encryptedData.buffer)
  return Uint8Array.from(decryptContent({ algorithm: encryptionAlgorithm, content }, password))
}

const friendlyNameOid = '1.2.840.113549.1.9.20'

function friendlyName({ bagAttributes = [] }: SafeBag): string | undefined {
  const [value] = bagAttributes.find(({ attrId }) => attrId === friendlyNameOid)?.attrValues ?? []
  const element = value && readElement(new Uint8Array(value), 'The name of an entry', ber)
  return element instanceof BmpString ? element.getValue() : undefined
}
