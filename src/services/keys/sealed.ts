import type { Place, Vault } from '#crypto/vault/vault.ts'
import type { KeyTables } from './tables.ts'

type Sealed<T> = { [C in keyof T]: C extends `sealed_${string}` ? C : never }[keyof T]
/** Location of a secret: table, row ID or name, column, and row version. */
type SecretPlace = {
  [T in keyof KeyTables]: { table: T; row: number | string; column: Sealed<KeyTables[T]>; version: number }
}[keyof KeyTables]

const placeOf = (place: SecretPlace): Place => ({ ...place, row: String(place.row) })

/** Seals a secret for storage. */
export const sealed = (vault: Vault, place: SecretPlace, secret: Uint8Array | string) =>
  vault.seal(placeOf(place), secret).toString('base64')

/** Opens a secret. Throws if it was modified or moved, or the vault is sealed. */
export const opened = (vault: Vault, place: SecretPlace, text: string): Buffer =>
  vault.open(placeOf(place), Buffer.from(text, 'base64'))
