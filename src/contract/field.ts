import type * as z from 'zod/mini'
import { type Decoded, flag, integer, listOf, long, record, scalar, text, textOrTexts } from './wire.ts'

/** How a field is displayed and compared; the codec defines its wire form. */
export type FieldKind = 'text' | 'id' | 'integer' | 'flag' | 'time' | 'value' | 'list' | 'object' | 'secret'
export type Field<T extends z.ZodMiniType = z.ZodMiniType> = {
  kind: FieldKind
  schema: T
  /** Description in the reference, if any. */
  note?: string
  /** Fields of an object, or of the objects of a list. */
  of?: Fields
}
export type Fields = Record<string, Field>
type Schemas<F extends Fields> = { [K in keyof F]: F[K]['schema'] }
export type RecordOf<F extends Fields> = Decoded<Schemas<F>>

/** Codec of a record with these fields. */
export const recordOf = <const F extends Fields>(fields: F) =>
  record(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.schema])) as Schemas<F>)

export const aText = (note?: string) => ({ kind: 'text', schema: text, note }) as const
export const anId = (note?: string) => ({ kind: 'id', schema: text, note }) as const
export const aLong = (note?: string) => ({ kind: 'id', schema: long, note }) as const
export const anInteger = (note?: string) => ({ kind: 'integer', schema: integer, note }) as const
export const aFlag = (note?: string) => ({ kind: 'flag', schema: flag, note }) as const
/** Epoch milliseconds in the embedded service; other forms of real servers are preserved. */
export const aTime = (note?: string) => ({ kind: 'time', schema: scalar, note }) as const
/** A value of unspecified or varying type, preserved as received. */
export const aValue = (note?: string) => ({ kind: 'value', schema: scalar, note }) as const
export const aSecret = (note?: string) => ({ kind: 'secret', schema: text, note }) as const
export const anObject = <const F extends Fields>(of: F, note?: string) =>
  ({ kind: 'object', schema: recordOf(of), of, note }) as const
export const aListOf = <const F extends Fields>(of: F, note?: string) =>
  ({ kind: 'list', schema: listOf(recordOf(of)), of, note }) as const
/** `imei` is one text, or a list of them on devices with two SIMs. */
export const aTextOrTexts = (note?: string) => ({ kind: 'id', schema: textOrTexts, note }) as const
export const aListOfTexts = (note?: string) => ({ kind: 'list', schema: listOf(text), note }) as const
