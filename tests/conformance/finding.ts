import type { Dialect } from '#contract/dialect.ts'
import type { Endpoint } from '#contract/endpoint.ts'

/** A part of a connection's dialect. */
export type Setting = Partial<Omit<Dialect, 'quirks'>>

/**
 * What was seen of one operation. `present`: the server knows it, but it was not called, as it changes something or
 * reveals a secret. `missing`: the server does not know it.
 */
export const outcomes = ['fits', 'present', 'differs', 'fails', 'missing', 'not tested'] as const
export type Outcome = (typeof outcomes)[number]

export type Finding = {
  endpoint: Endpoint
  outcome: Outcome
  /** How it differs, or why it fails or was not tested. */
  how: string[]
  /** What is worth knowing and does no harm. */
  notes: string[]
  mendedBy?: Setting
  milliseconds?: number
}

/** What does not belong to one operation. */
export type Check = {
  name: string
  result: 'as stated' | 'differs' | 'note' | 'not checked'
  text: string
  mendedBy?: Setting
  /** What every reference states differs, so that it counts as much as an operation. */
  isSevere?: boolean
}

const few = 12
export const listed = (names: readonly string[]) =>
  names.slice(0, few).join(', ') + (names.length > few ? ` and ${names.length - few} more` : '')

/** A name without what differs between spellings of it. */
export const letters = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** Both settings; names and omitted parameters of both. */
export const merged = (one: Setting, other: Setting): Setting => ({
  ...one,
  ...other,
  ...((one.names ?? other.names) && { names: { ...one.names, ...other.names } }),
  ...((one.operations ?? other.operations) && { operations: { ...one.operations, ...other.operations } }),
  ...((one.omits ?? other.omits) && { omits: [...new Set([...(one.omits ?? []), ...(other.omits ?? [])])] }),
})
export const isEmpty = (setting: Setting | undefined) => setting === undefined || Object.keys(setting).length === 0
