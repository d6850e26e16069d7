import { labelOf } from '#contract/words/label.ts'
import type { Field, Fields } from '#contract/field.ts'
import { isJsonObject } from '#contract/json.ts'
import { deviceFields } from '#contract/mdm/device-fields.ts'

/** A record by name: the pages read its fields from the table of the contract, never one by one. */
export type Bag = Record<string, unknown>
export type Copy = { path: string; value: unknown }
export type FieldItem = Copy & {
  name: string
  label: string
  /** Undefined for a field that the reference does not name. */
  field: Field | undefined
  /** Other places of the record that hold the same field and say something else. */
  differs: Copy[]
}
export type FieldTable = { path: string; label: string; note?: string; fields: Fields; rows: Bag[] }
export type FieldCard = { id: string; title: string; items: FieldItem[]; tables: FieldTable[]; missing: string[] }

export const known: Fields = deviceFields
export const objectNames = Object.keys(known).filter((name) => known[name]?.kind === 'object')

export const fieldsOf = (value: unknown): Bag => (isJsonObject(value) ? value : {})
/** A field of the record itself: `constructor` and `__proto__` are names like any other. */
export const own = (bag: Bag, name: string) => (Object.hasOwn(bag, name) ? bag[name] : undefined)

export const item = (path: string, name: string, field: Field | undefined, value: unknown, differs: Copy[] = []) => ({
  path,
  name,
  label: labelOf(name),
  field,
  value,
  differs,
})

/** A column whose type is not stated. */
export const plain = { kind: 'value' } as Field

/** The stated fields that some row has, and the fields that the reference does not name. */
export function columnsOf(of: Fields, rows: Bag[]): Fields {
  const used = new Set(rows.flatMap((row) => Object.keys(row).filter((name) => row[name] !== undefined)))
  const unnamed = [...used].filter((name) => !Object.hasOwn(of, name))
  const stated = Object.entries(of).filter(([name]) => used.has(name))
  return Object.fromEntries([...stated, ...unnamed.map((name): [string, Field] => [name, plain])])
}
