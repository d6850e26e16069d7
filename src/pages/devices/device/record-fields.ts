import { labelOf } from '#contract/words/label.ts'
import type { Field, Fields } from '#contract/field.ts'
import { isJsonObject } from '#contract/json.ts'
import { deviceFields } from '#contract/mdm/device-fields.ts'

/** A record by field name: pages read fields through the field table of the contract. */
export type Bag = Record<string, unknown>
export type Copy = { path: string; value: unknown }
export type FieldItem = Copy & {
  name: string
  label: string
  /** Undefined for an undocumented field. */
  field: Field | undefined
  /** Other occurrences of the field in the record with a different value. */
  differs: Copy[]
}
export type FieldTable = { path: string; label: string; note?: string; fields: Fields; rows: Bag[] }
export type FieldCard = { id: string; title: string; items: FieldItem[]; tables: FieldTable[]; missing: string[] }

export const known: Fields = deviceFields
export const objectNames = Object.keys(known).filter((name) => known[name]?.kind === 'object')

export const fieldsOf = (value: unknown): Bag => (isJsonObject(value) ? value : {})
/** An own property of the record: names such as `constructor` and `__proto__` are ordinary field names. */
export const own = (bag: Bag, name: string) => (Object.hasOwn(bag, name) ? bag[name] : undefined)

export const item = (path: string, name: string, field: Field | undefined, value: unknown, differs: Copy[] = []) => ({
  path,
  name,
  label: labelOf(name),
  field,
  value,
  differs,
})

/** Column of an undocumented type. */
export const plain = { kind: 'value' } as Field

/** Documented fields that occur in a row, and undocumented ones. */
export function columnsOf(of: Fields, rows: Bag[]): Fields {
  const used = new Set(rows.flatMap((row) => Object.keys(row).filter((name) => row[name] !== undefined)))
  const unnamed = [...used].filter((name) => !Object.hasOwn(of, name))
  const stated = Object.entries(of).filter(([name]) => used.has(name))
  return Object.fromEntries([...stated, ...unnamed.map((name): [string, Field] => [name, plain])])
}
