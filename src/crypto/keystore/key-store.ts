import type { Der } from '#crypto/der.ts'

/** An entry of a key store: a private key with its chain, or a trusted certificate. */
export interface KeyStoreEntry {
  alias: string
  /** PKCS#8; undefined for a trusted certificate. */
  privateKey: Der | undefined
  /** The key's certificate, its issuer, and so on; a single certificate for a trusted one. */
  chain: Der[]
}

export type KeyStoreFormat = 'PKCS12' | 'JKS' | 'JCEKS'

export interface KeyStore {
  format: KeyStoreFormat
  entries: KeyStoreEntry[]
}

/** A private key and its chain, to be written as a key store. */
export interface NewKeyStore {
  alias: string
  privateKey: Der
  chain: readonly Der[]
}

export const maxEntries = 1_000

/** The information that an entry reveals without the store's password. */
export interface OutlineEntry {
  hasKey: boolean
  /** Undefined if the password is required. */
  certificates: Der[] | undefined
}
