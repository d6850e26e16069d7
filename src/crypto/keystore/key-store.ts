import type { Der } from '#crypto/der.ts'

/** One entry of a key store: a private key with its chain, or a certificate that is trusted. */
export interface KeyStoreEntry {
  alias: string
  /** PKCS#8; undefined for a trusted certificate. */
  privateKey: Der | undefined
  /** The certificate of the key, its issuer, and so on; one certificate where it is only trusted. */
  chain: Der[]
}

export type KeyStoreFormat = 'PKCS12' | 'JKS' | 'JCEKS'

export interface KeyStore {
  format: KeyStoreFormat
  entries: KeyStoreEntry[]
}

/** What a private key and its chain are stored as, for a server that reads key stores. */
export interface NewKeyStore {
  alias: string
  privateKey: Der
  chain: readonly Der[]
}

export const maxEntries = 1_000

/** What an entry shows without the password of its store. */
export interface OutlineEntry {
  hasKey: boolean
  /** Undefined where the password would be needed. */
  certificates: Der[] | undefined
}
