import type { Transaction } from 'kysely'
import type { Der } from '#crypto/der.ts'
import type { CertificateSummary } from '#crypto/x509/certificate-summary.ts'
import type { RevocationReason } from '#crypto/x509/revocation-reason.ts'
import type { KeyTables } from '#services/keys/tables.ts'

/**
 * An authority that is not ours: it issues by its own rules, and is only asked. The embedded one is such, and so can be
 * one that is spoken to over ACME.
 */
export interface ExternalAuthority {
  readonly serverName: string
  readonly caName: string
  readonly templates: readonly string[]
  issue(order: ExternalOrder): Promise<ExternallyIssued>
  /** Whether it has issued this certificate. */
  isIssuer(fingerprint: string): Promise<boolean>
  revoke(certificate: { issuer: string; serialNumber: string }, reason: RevocationReason): Promise<Settle>
}

export interface ExternalOrder {
  request: Der
  template: string
  /** What was asked for; the template may give less. */
  validity?: { amount: number; unit: 'days' | 'hours' | 'minutes' } | undefined
}

export interface ExternallyIssued {
  /** Its own first, then who issued it. */
  chain: [Der, ...Der[]]
  settle: (transaction: Transaction<KeyTables>, summary: CertificateSummary) => Promise<unknown>
}

/** What the authority itself writes, in the transaction in which we keep what it did; nothing, when it lives elsewhere. */
export type Settle = (transaction: Transaction<KeyTables>) => Promise<unknown>
