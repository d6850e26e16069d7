import type { ValueNote } from '#contract/console/value-notes.ts'
import { meaningOf } from '#contract/mdm/restriction-legend.ts'
import type { Scalar } from '#contract/wire.ts'

/** Text of a restriction's value with its documented meaning, or with a user's note if there is none. */
export function restrictionValueText(name: string, value: Scalar, note?: ValueNote): string {
  const { effect, text } = meaningOf(name, value)
  if (typeof value === 'boolean' && effect !== 'undefined') return text
  if (effect !== 'undefined') return `${String(value)}, ${text}`
  return `${String(value)}, ${note ? `noted by ${note.by}: ${note.note}` : 'meaning not defined'}`
}
