import type { ValueNote } from '#contract/console/value-notes.ts'
import { meaningOf } from '#contract/mdm/restriction-legend.ts'
import type { Scalar } from '#contract/wire.ts'

/** A value of a restriction setting with what the reference says of it, or who noted what it means here. */
export function restrictionValueText(name: string, value: Scalar, note?: ValueNote): string {
  const { effect, text } = meaningOf(name, value)
  if (typeof value === 'boolean' && effect !== 'undefined') return text
  if (effect !== 'undefined') return `${String(value)}, ${text}`
  return `${String(value)}, ${note ? `noted by ${note.by}: ${note.note}` : 'meaning not defined'}`
}
