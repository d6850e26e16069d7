import type { Kysely } from 'kysely'
import type { Vault } from '#crypto/vault/vault.ts'
import type { CryptoWork } from '#crypto/workers/crypto-work.ts'
import type { StatusAddresses } from '#crypto/x509/certificate.ts'
import type { Call } from '#services/router.ts'
import type { Audit } from './audit.ts'
import type { tlsScanner } from './discovery/scanner.ts'
import type { KeyTables } from './tables.ts'

/** What the handlers of key management share. */
export type KeyManagement = {
  db: Kysely<KeyTables>
  vault: Vault
  audit: Audit
  work: CryptoWork
  scanner: ReturnType<typeof tlsScanner>
  /** Where people can ask for the state of what this issuer, by the SHA-256 of its certificate, has issued. */
  statusAddresses: (issuer: string) => StatusAddresses
  /** Origin at which ACME clients reach this service; absent where it is not served. */
  acmeOrigin?: () => string
  /** The address of an authority elsewhere that may be asked. */
  addressOfHost?: (name: string) => Promise<string>
  /** The folder of key stores that nobody manages yet. */
  sharedPath: string
  /** Aborted when the service stops: what runs in the background ends with it. */
  stopping?: AbortSignal
  /** Is handed what goes on after an answer, by a process that ends when all is done. */
  inBackground?: (work: Promise<void>) => void
}

/** A call of key management, and who makes it. */
export type KeyCall = Call & {
  /** The api_name that was called. */
  operation: string
  username: string
  /** Number of the API key that it came with. */
  keyId: number
  /** The host that the key was sent from; `address` is whom it acts for. */
  peer: string
  /** Aborted when the client is gone. */
  signal?: AbortSignal
}
