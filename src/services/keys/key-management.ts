import type { Kysely } from 'kysely'
import type { Vault } from '#crypto/vault/vault.ts'
import type { CryptoWork } from '#crypto/workers/crypto-work.ts'
import type { StatusAddresses } from '#crypto/x509/certificate.ts'
import type { Call } from '#services/router.ts'
import type { Audit } from './audit.ts'
import type { tlsScanner } from './discovery/scanner.ts'
import type { KeyTables } from './tables.ts'

/** Shared dependencies of the handlers. */
export type KeyManagement = {
  db: Kysely<KeyTables>
  vault: Vault
  audit: Audit
  work: CryptoWork
  scanner: ReturnType<typeof tlsScanner>
  /** Status addresses for certificates of this issuer, identified by SHA-256. */
  statusAddresses: (issuer: string) => StatusAddresses
  /** Origin of the ACME server; absent if not served. */
  acmeOrigin?: () => string
  /** Resolves an external host to a permitted address. */
  addressOfHost?: (name: string) => Promise<string>
  /** Directory of unmanaged key stores. */
  sharedPath: string
  /** Aborted at shutdown, to end background work. */
  stopping?: AbortSignal
  /** Registers work that continues after the response, for processes that end when all is done. */
  inBackground?: (work: Promise<void>) => void
}

/** A call with its caller. */
export type KeyCall = Call & {
  /** Name of the called operation. */
  operation: string
  username: string
  /** ID of its API key. */
  keyId: number
  /** Address of the connection; `address` is that of the client it acts for. */
  peer: string
  /** Aborted when the client disconnects. */
  signal?: AbortSignal
}
