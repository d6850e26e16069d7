import type { KeyChoice } from '#crypto/private-key/key-choice.ts'
import { type KeyPair, generatePair } from '#crypto/private-key/key-pair.ts'
import { readAlternativeNames } from '#crypto/x509/alternative-name.ts'
import { createSelfSigned } from '#crypto/x509/certificate.ts'
import type { Issuer } from '#crypto/x509/issuer.ts'
import { createRequest } from '#crypto/x509/request.ts'
import { type SignedRequest, signRequest } from '#crypto/x509/sign-request.ts'
import { validityOf } from '#crypto/x509/validity.ts'

export const p256: KeyChoice = { algorithm: 'EC', bits: 256 }

export async function newRoot(choice: KeyChoice = p256, authority: { pathLength?: number } = {}): Promise<Issuer> {
  const { privateKey } = await generatePair(choice)
  const certificate = createSelfSigned({
    subject: { commonName: `Root ${choice.algorithm}`, organization: 'Acme', country: 'DE' },
    alternativeNames: [],
    privateKey,
    validity: validityOf(3650, 'days'),
    authority,
  })
  return { certificate, privateKey }
}

export const newRequest = ({ privateKey }: KeyPair, commonName: string, names = ''): Uint8Array =>
  createRequest({ subject: { commonName }, alternativeNames: readAlternativeNames(names), privateKey })

/** An intermediate below an issuer. */
export async function newIntermediate(issuer: Issuer, pathLength = 0, choice: KeyChoice = p256): Promise<Issuer> {
  const keys = await generatePair(choice)
  const { certificate } = signRequest({
    request: newRequest(keys, `Intermediate ${choice.algorithm}`),
    issuer,
    template: 'SubCA',
    validity: validityOf(1000, 'days'),
    pathLength,
  })
  return { certificate, privateKey: keys.privateKey, above: [issuer.certificate, ...(issuer.above ?? [])] }
}

export async function newServer(issuer: Issuer, name: string, choice: KeyChoice = p256): Promise<SignedRequest> {
  const keys = await generatePair(choice)
  return signRequest({
    request: newRequest(keys, name),
    issuer,
    template: 'WebServer',
    validity: validityOf(90, 'days'),
  })
}
