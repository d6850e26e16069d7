import { generatePair } from '#crypto/private-key/key-pair.ts'
import { createSelfSigned } from '#crypto/x509/certificate.ts'
import type { Issuer } from '#crypto/x509/issuer.ts'
import { validityOf } from '#crypto/x509/validity.ts'
import { addressRules } from '#services/network/address-rules.ts'
import { tlsScanner } from '#services/keys/discovery/scanner.ts'

export const demoScanner = () => tlsScanner(addressRules(['127.0.0.0/8']))

/** The authority of the lab. */
export async function labAuthority(): Promise<Issuer> {
  const { privateKey } = await generatePair({ algorithm: 'EC', bits: 256 })
  const certificate = createSelfSigned({
    subject: { commonName: 'Lab authority' },
    alternativeNames: [],
    privateKey,
    validity: validityOf(3_650, 'days'),
    authority: {},
  })
  return { certificate, privateKey }
}
