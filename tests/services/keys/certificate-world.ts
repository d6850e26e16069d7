// The inventory of certificates, and chains to put into it.
import { X509Certificate } from 'node:crypto'
import { certificateRows } from '#contract/keys/certificates.ts'
import { writePem } from '#crypto/pem.ts'
import type { KeyChoice } from '#crypto/private-key/key-choice.ts'
import { generatePair } from '#crypto/private-key/key-pair.ts'
import { readAlternativeNames } from '#crypto/x509/alternative-name.ts'
import { createSelfSigned } from '#crypto/x509/certificate.ts'
import type { DistinguishedName } from '#crypto/x509/distinguished-name.ts'
import type { Issuer } from '#crypto/x509/issuer.ts'
import { createRequest } from '#crypto/x509/request.ts'
import { signRequest } from '#crypto/x509/sign-request.ts'
import { type Validity, validityOf } from '#crypto/x509/validity.ts'
import { certificateHandlers } from '#services/keys/certificates/certificate-handlers.ts'
import { fileOf, type KeyWorld } from './key-world.ts'

export type Detail = {
  endpoint: Record<string, unknown>
  issuer: Record<string, string>
  issuedto: Record<string, string>
  intermediate: Record<string, string>
} & Record<string, unknown>

export function certificateWorld(world: KeyWorld) {
  const inventory = world.serve(certificateRows, certificateHandlers(world.parts))
  return {
    ...inventory,
    add: (fileType: 'CERTFILE' | 'KEYSTORE', content: string | Uint8Array, PASSWORD?: string) =>
      inventory.call('addCertificate', {
        fileType,
        File: fileOf(content),
        ...(PASSWORD !== undefined && { PASSWORD }),
      }),
    list: async (filters = {}) =>
      (await inventory.call('listCertificates', filters)).details as Record<string, unknown>[],
    details: async (common_name: string, serial_number?: string) => {
      const input = { common_name, ...(serial_number && { serial_number }) }
      return (await inventory.call('getCertificateDetails', input)).details as Detail[]
    },
    passphrase: async (which: { common_name: string; serial_number: string }) =>
      ((await inventory.call('getCertificatePassphrase', which)).details as { Passphrase: string }).Passphrase,
  }
}

export const p256: KeyChoice = { algorithm: 'EC', bits: 256 }
type Wanted = { subject: DistinguishedName; names?: string; key?: KeyChoice; validity?: Validity }

/** A certificate with its key in one PEM file, as `addCertificate` takes it, and how the interface names it. */
export async function issued(by: Issuer | undefined, { subject, names = '', key = p256, validity }: Wanted) {
  const { privateKey } = await generatePair(key)
  const alternativeNames = readAlternativeNames(names)
  const ends = validity ?? validityOf(90, 'days')
  const certificate = by
    ? signRequest({
        request: createRequest({ subject, alternativeNames, privateKey }),
        issuer: by,
        template: 'WebServer',
        validity: ends,
      }).certificate
    : createSelfSigned({ subject, alternativeNames, privateKey, validity: ends })
  const serial_number = new X509Certificate(certificate).serialNumber
  return {
    certificate,
    privateKey,
    which: { common_name: subject.commonName ?? '', serial_number },
    pem: writePem('PRIVATE KEY', privateKey) + writePem('CERTIFICATE', certificate),
  }
}

export const pemOf = (...certificates: Uint8Array[]) => certificates.map((der) => writePem('CERTIFICATE', der)).join('')
