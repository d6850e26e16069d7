import { X509Certificate } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Der } from '#crypto/der.ts'
import type { Issuer } from '#crypto/x509/issuer.ts'
import { issuerNamesInOcsp } from '#crypto/x509/ocsp.ts'
import { findChain, findIdentity, type IdentityName } from '#services/keys/authorities/identity.ts'
import { type Certificate, chainInStore, derOf, privateKeyOf } from '#services/keys/certificate-store.ts'
import type { KeyManagement } from '#services/keys/key-management.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import { fingerprintOf } from './fingerprint.ts'

type Parts = Pick<KeyManagement, 'db' | 'vault'>
type Signer = { fingerprint: string; names: readonly string[] }

const externalNames = ['external-authority', 'external-root'] as const satisfies IdentityName[]

/** Certificate of an internal authority, including former ones; undefined if unknown. */
export async function findIssuerCertificate({ db }: Pick<Parts, 'db'>, fingerprint: string): Promise<Der | undefined> {
  const kept = await certificateRow(db, fingerprint).executeTakeFirst()
  if (kept) return derOf(kept)
  const chains = await Promise.all(externalNames.map((name) => findChain({ db }, name)))
  return chains.flatMap((chain) => chain?.[0] ?? []).find((der) => fingerprintOf(der) === fingerprint)
}

/** The authority with its key; undefined if either is missing. */
export async function findSigner(parts: Parts, fingerprint: string): Promise<Issuer | undefined> {
  const kept = await certificateRow(parts.db, fingerprint).executeTakeFirst()
  const privateKey = kept && privateKeyOf(parts.vault, kept)
  if (kept && privateKey) return { certificate: derOf(kept), privateKey }
  for (const name of externalNames) {
    const chain = await findChain(parts, name)
    if (!chain || fingerprintOf(chain[0]) !== fingerprint) continue
    const identity = await findIdentity(parts, name)
    return identity && { certificate: chain[0], privateKey: identity.privateKey, above: chain.slice(1) }
  }
  return undefined
}

const certificateRow = (db: Kysely<KeyTables>, fingerprint: string) =>
  db.selectFrom('key_certificate').selectAll().where('sha256', '=', fingerprint).where('is_authority', '=', 1)

/** Authorities of the inventory with their chains, which may limit the path length. */
export function ownIssuers({ db, vault }: Parts) {
  const complete = new Map<string, [Der, ...Der[]]>()

  /** Cached if it ends with a root, since others may be completed later. Keys are not cached. */
  async function chainOf(authority: Certificate): Promise<[Der, ...Der[]]> {
    const known = complete.get(authority.sha256)
    if (known) return known
    const chain = await chainInStore(db, authority)
    if (isRoot(chain.at(-1) ?? chain[0]) && complete.size < maxChains) complete.set(authority.sha256, chain)
    return chain
  }

  return async (authority: Certificate): Promise<Issuer | undefined> => {
    const privateKey = privateKeyOf(vault, authority)
    if (!privateKey) return undefined
    const [certificate, ...above] = await chainOf(authority)
    return { certificate, privateKey, above }
  }
}

const maxChains = 1000

const isRoot = (der: Der) => {
  const { subject, issuer } = new X509Certificate(der)
  return subject === issuer
}

/** Signing authorities by OCSP issuer identifier. */
export function signerNames({ db }: Pick<Parts, 'db'>) {
  const names = new Map<string, readonly string[]>()

  async function named(fingerprint: string, der: () => Promise<Der | undefined>): Promise<Signer[]> {
    const known = names.get(fingerprint)
    if (known) return [{ fingerprint, names: known }]
    const certificate = await der()
    if (!certificate) return []
    const found = issuerNamesInOcsp(certificate)
    names.set(fingerprint, found)
    return [{ fingerprint, names: found }]
  }

  async function all(): Promise<Signer[]> {
    const kept = await db
      .selectFrom('key_certificate')
      .select('sha256')
      .where('is_authority', '=', 1)
      .where('sealed_key', 'is not', null)
      .execute()
    const external = await Promise.all(externalNames.map((name) => findChain({ db }, name)))
    const own = await Promise.all(kept.map(({ sha256 }) => named(sha256, () => findIssuerCertificate({ db }, sha256))))
    const others = await Promise.all(
      external.flatMap((chain) => (chain ? [named(fingerprintOf(chain[0]), () => Promise.resolve(chain[0]))] : [])),
    )
    return [...own, ...others].flat()
  }

  return {
    /** Fingerprints of the authorities of an OCSP issuer; several if its certificate was renewed. */
    asked: async (name: string) => (await all()).filter(({ names }) => names.includes(name)).map(fingerprintIn),

    /** Certificates of the same authority, with equal name and key. They share revocation lists. */
    siblings: async (fingerprint: string) => {
      const signers = await all()
      const [name] = signers.find((signer) => signer.fingerprint === fingerprint)?.names ?? []
      const same = signers.filter(({ names }) => name !== undefined && names.includes(name)).map(fingerprintIn)
      return same.length ? same : [fingerprint]
    },
  }
}

const fingerprintIn = ({ fingerprint }: Signer) => fingerprint
