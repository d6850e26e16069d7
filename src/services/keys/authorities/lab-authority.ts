import { generatePair } from '#crypto/private-key/key-pair.ts'
import { createSelfSigned } from '#crypto/x509/certificate.ts'
import type { Issuer } from '#crypto/x509/issuer.ts'
import { validityOf } from '#crypto/x509/validity.ts'
import type { KeyManagement } from '#services/keys/key-management.ts'
import { type Identity, openIdentity } from './identity.ts'

const days = 3650

/** Issuer of the lab hosts' TLS certificates; not meant to be trusted. */
export async function labAuthority(parts: Pick<KeyManagement, 'db' | 'vault'>): Promise<Issuer> {
  const { chain, privateKey } = await openIdentity(parts, 'lab-authority', newLabAuthority)
  return { certificate: chain[0], privateKey }
}

async function newLabAuthority(): Promise<Identity> {
  const { privateKey } = await generatePair({ algorithm: 'EC', bits: 256 })
  const certificate = createSelfSigned({
    subject: { commonName: 'Triptych lab authority', organization: 'Triptych lab' },
    alternativeNames: [],
    privateKey,
    validity: validityOf(days, 'days'),
    authority: { pathLength: 0 },
  })
  return { chain: [certificate], privateKey }
}
