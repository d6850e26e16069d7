import { createHash } from 'node:crypto'
import { ContentInfo, EncryptedContent, EncryptedContentInfo, id_data, id_encryptedData } from '@peculiar/asn1-cms'
import {
  AuthenticatedSafe,
  CertBag,
  id_certBag,
  id_pkcs8ShroudedKeyBag,
  id_x509Certificate,
  PFX,
  PKCS12Attribute,
  SafeBag,
  SafeContents,
} from '@peculiar/asn1-pfx'
import { EncryptedData as EncryptedKey, EncryptedPrivateKeyInfo } from '@peculiar/asn1-pkcs8'
import { OctetString } from '@peculiar/asn1-schema'
import { BmpString } from 'asn1js'
import { type Der, writeDer } from '#crypto/der.ts'
import type { NewKeyStore } from './key-store.ts'
import { EncryptedData } from './pkcs12-encrypted-data.ts'
import { encryptContent, type Pkcs12Protection } from './pkcs12-encryption.ts'
import { newMac } from './pkcs12-mac.ts'

/**
 * Writes PKCS#12 (RFC 7292) with key and chain encrypted. Derives three keys, which takes a second: run it in a worker.
 */
export function writePkcs12(
  { alias, privateKey, chain }: NewKeyStore,
  password: string,
  protection: Pkcs12Protection = 'AES-256',
): Der {
  const [own, ...issuers] = chain
  const tie = own ? [friendlyName(alias), localKeyId(own)] : [friendlyName(alias)]
  const certificates = [...(own ? [certificateBag(own, tie)] : []), ...issuers.map((der) => certificateBag(der))]
  const safes = new AuthenticatedSafe([
    encryptedSafe(new SafeContents(certificates), password, protection),
    dataSafe(new SafeContents([keyBag(privateKey, tie, password, protection)])),
  ])
  const content = writeDer(safes)
  return writeDer(
    new PFX({
      authSafe: new ContentInfo({ contentType: id_data, content: writeDer(new OctetString(content)).buffer }),
      macData: newMac(content, password, protection),
    }),
  )
}

const dataSafe = (bags: SafeContents) =>
  new ContentInfo({ contentType: id_data, content: writeDer(new OctetString(writeDer(bags))).buffer })

function encryptedSafe(bags: SafeContents, password: string, protection: Pkcs12Protection): ContentInfo {
  const { algorithm, content } = encryptContent(writeDer(bags), password, protection)
  const encrypted = Object.assign(new EncryptedData(), {
    content: new EncryptedContentInfo({
      contentType: id_data,
      contentEncryptionAlgorithm: algorithm,
      encryptedContent: new EncryptedContent({ value: new OctetString(content) }),
    }),
  })
  return new ContentInfo({ contentType: id_encryptedData, content: writeDer(encrypted).buffer })
}

const certificateBag = (der: Der, bagAttributes?: PKCS12Attribute[]) =>
  new SafeBag({
    bagId: id_certBag,
    bagValue: writeDer(new CertBag({ certId: id_x509Certificate, certValue: writeDer(new OctetString(der)).buffer }))
      .buffer,
    bagAttributes,
  })

function keyBag(privateKey: Der, bagAttributes: PKCS12Attribute[], password: string, protection: Pkcs12Protection) {
  const { algorithm, content } = encryptContent(privateKey, password, protection)
  const shrouded = new EncryptedPrivateKeyInfo({
    encryptionAlgorithm: algorithm,
    encryptedData: new EncryptedKey(content),
  })
  return new SafeBag({ bagId: id_pkcs8ShroudedKeyBag, bagValue: writeDer(shrouded).buffer, bagAttributes })
}

const friendlyName = (alias: string) => attribute('1.2.840.113549.1.9.20', new BmpString({ value: alias }).toBER())

/** Links the key to its certificate for readers that do not compare keys; any value works if both have the same. */
const localKeyId = (own: Der) =>
  attribute('1.2.840.113549.1.9.21', writeDer(new OctetString(createHash('sha1').update(own).digest())).buffer)

/** The constructor in asn1-pfx 2.11 ignores its arguments. */
const attribute = (attrId: string, value: ArrayBuffer) =>
  Object.assign(new PKCS12Attribute(), { attrId, attrValues: [value] })
