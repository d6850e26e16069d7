import type { Transaction } from 'kysely'
import type { Der } from '#crypto/der.ts'
import type { CertificateSummary } from '#crypto/x509/certificate-summary.ts'
import type { RevocationReason } from '#crypto/x509/revocation-reason.ts'
import type { KeyTables } from '#services/keys/tables.ts'

/** An authority with its own issuing rules: the embedded one, or one reached by ACME. */
export interface ExternalAuthority {
  readonly serverName: string
  readonly caName: string
  readonly templates: readonly string[]
  issue(order: ExternalOrder): Promise<ExternallyIssued>
  /** Whether it issued this certificate. */
  isIssuer(fingerprint: string): Promise<boolean>
  revoke(certificate: { issuer: string; serialNumber: string }, reason: RevocationReason): Promise<Settle>
}

export interface ExternalOrder {
  request: Der
  template: string
  /** Requested validity; the template may reduce it. */
  validity?: { amount: number; unit: 'days' | 'hours' | 'minutes' } | undefined
}

export interface ExternallyIssued {
  /** The certificate, followed by its issuers. */
  chain: [Der, ...Der[]]
  settle: (transaction: Transaction<KeyTables>, summary: CertificateSummary) => Promise<unknown>
}

/** Writes of the authority in the transaction that stores the certificate; none for remote authorities. */
export type Settle = (transaction: Transaction<KeyTables>) => Promise<unknown>
