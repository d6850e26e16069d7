import { X509Certificate } from 'node:crypto'
import { writePem } from '#crypto/pem.ts'
import { generatePair } from '#crypto/private-key/key-pair.ts'
import { readAlternativeNames } from '#crypto/x509/alternative-name.ts'
import { createSelfSigned } from '#crypto/x509/certificate.ts'
import { createRequest } from '#crypto/x509/request.ts'
import { signRequest } from '#crypto/x509/sign-request.ts'
import { validityOf } from '#crypto/x509/validity.ts'
import type { KeyManagement } from '#services/keys/key-management.ts'
import { findChain, type Identity, openIdentity, pemOf, renewIdentity } from './identity.ts'

type Parts = Pick<KeyManagement, 'db' | 'vault'>

/** Input of `https.createServer` and `setSecureContext`. The key is in memory only. */
export type TlsIdentity = { cert: string; key: string; notAfter: Date }

const p256 = { algorithm: 'EC', bits: 256 } as const
const organization = 'Triptych'
const authorityDays = 3650
const serverDays = 90
const renewedBeforeMs = 30 * 86_400_000
const serverNames = 'localhost,127.0.0.1,::1'

/**
 * Authority of the service's own TLS port, and the server identity. While the vault is sealed, a temporary authority is
 * used, so that the port can report that it is sealed.
 */
export async function openOwnAuthority(parts: Parts) {
  const passing = parts.vault.isSealed ? await newAuthority('Triptych key management, while sealed') : undefined
  const passingServer = passing && (await newServer(passing))

  const authority = () => openIdentity(parts, 'own-authority', () => newAuthority('Triptych key management'))

  async function server(): Promise<Identity> {
    const make = async () => newServer(await authority())
    const found = await openIdentity(parts, 'tls-server', make)
    return endOf(found).getTime() - Date.now() < renewedBeforeMs ? renewIdentity(parts, 'tls-server', make) : found
  }

  return {
    /** Certificates to trust; printed as `ca` in READY. */
    authorityPem: async (): Promise<string> => {
      const own = parts.vault.isSealed ? await findChain(parts, 'own-authority') : (await authority()).chain
      return pemOf([...(own ?? []), ...(passing?.chain ?? [])])
    },

    /** The current identity. Call again every few hours, and after the vault was unsealed. */
    current: async (): Promise<TlsIdentity> => {
      const identity = parts.vault.isSealed && passingServer ? passingServer : await server()
      return {
        cert: pemOf(identity.chain),
        key: writePem('PRIVATE KEY', identity.privateKey),
        notAfter: endOf(identity),
      }
    },
  }
}

const endOf = ({ chain: [own] }: Identity) => new X509Certificate(own).validToDate

async function newAuthority(commonName: string): Promise<Identity> {
  const { privateKey } = await generatePair(p256)
  const certificate = createSelfSigned({
    subject: { commonName, organization },
    alternativeNames: [],
    privateKey,
    validity: validityOf(authorityDays, 'days'),
    authority: { pathLength: 0 },
  })
  return { chain: [certificate], privateKey }
}

async function newServer(authority: Identity): Promise<Identity> {
  const { privateKey } = await generatePair(p256)
  const alternativeNames = readAlternativeNames(serverNames)
  const { certificate } = signRequest({
    request: createRequest({ subject: { commonName: 'localhost', organization }, alternativeNames, privateKey }),
    issuer: { certificate: authority.chain[0], privateKey: authority.privateKey },
    template: 'WebServer',
    validity: validityOf(serverDays, 'days'),
  })
  return { chain: [certificate, ...authority.chain], privateKey }
}
