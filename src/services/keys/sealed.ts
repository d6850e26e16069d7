import type { Place, Vault } from '#crypto/vault/vault.ts'
import type { KeyTables } from './tables.ts'

type Sealed<T> = { [C in keyof T]: C extends `sealed_${string}` ? C : never }[keyof T]
/** A secret's place: table, number or name of the row, column, and the version of the row. */
type SecretPlace = {
  [T in keyof KeyTables]: { table: T; row: number | string; column: Sealed<KeyTables[T]>; version: number }
}[keyof KeyTables]

const placeOf = (place: SecretPlace): Place => ({ ...place, row: String(place.row) })

/** A secret as it is stored. */
export const sealed = (vault: Vault, place: SecretPlace, secret: Uint8Array | string) =>
  vault.seal(placeOf(place), secret).toString('base64')

/** The secret again. Throws a refusal when it was altered or moved, or the vault is sealed. */
export const opened = (vault: Vault, place: SecretPlace, text: string): Buffer =>
  vault.open(placeOf(place), Buffer.from(text, 'base64'))
