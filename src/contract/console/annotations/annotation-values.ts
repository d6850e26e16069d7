/** The values that people keep of a thing. Each is text as it is stored, listed and exported; empty is none. */
import * as z from 'zod/mini'
import { startOfDay } from '#contract/fleet/query-time.ts'

export const fieldTypes = ['text', 'number', 'date', 'choice', 'yes-no'] as const
export type FieldType = (typeof fieldTypes)[number]

/** What every site has, before any field of its own. */
export const standingFields = [
  { id: 'owner', name: 'Owner' },
  { id: 'tags', name: 'Tags' },
  { id: 'note', name: 'Note' },
] as const
type StandingId = (typeof standingFields)[number]['id']

export const longest = { owner: 200, tags: 600, note: 4000, text: 500, tag: 40, choice: 60, name: 60 }
const maxTags = 20
/** Of any field. */
export const longestCell = longest.note

/** As it is kept, or why it cannot be. */
export type Checked = { value: string } | { problem: string }
type Typed = { type: FieldType; choices: readonly string[] }

const isStanding = (id: string): id is StandingId => standingFields.some((field) => field.id === id)

/** Nobody keeps a secret where everybody who may read a page reads it. */
const privateKey = /PRIVATE KEY( BLOCK)?-----/
const controls = /[\p{Cc}\p{Zl}\p{Zp}]/u
const lineControls = /[^\P{Cc}\n\t]/u

/** What was typed, as it is kept. `own`: of a field of the site. */
export function checkedValue(field: string, typed: string, own?: Typed): Checked {
  const text = typed.replace(/\r\n?/g, '\n').trim()
  if (text === '') return { value: '' }
  if (privateKey.test(text)) return { problem: 'must not contain a private key' }
  if (field === 'note') {
    if (lineControls.test(text)) return { problem: 'must not contain control characters' }
    return atMost(text, longest.note)
  }
  if (controls.test(text)) return { problem: 'must not contain line breaks or control characters' }
  if (field === 'tags') return checkedTags(text)
  if (isStanding(field)) return atMost(text, longest[field])
  return own ? ofType(text, own) : { problem: 'is not a field of this site' }
}

const atMost = (text: string, max: number): Checked =>
  text.length > max ? { problem: `has at most ${max.toLocaleString('en')} characters` } : { value: text }

export const tagsOf = (value: string): string[] => (value === '' ? [] : value.split(', '))

/** Each once, whatever its letter case, in one order: the same tags are the same value. */
function checkedTags(text: string): Checked {
  const typed = text.split(/[,;]/).map((tag) => tag.trim().replace(/\s+/g, ' '))
  const tags = [...new Map(typed.filter(Boolean).map((tag) => [tag.toLowerCase(), tag]))].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  )
  if (tags.some(([tag]) => tag.length > longest.tag)) return { problem: `a tag has at most ${longest.tag} characters` }
  if (tags.length > maxTags) return { problem: `has at most ${maxTags} tags` }
  return atMost(tags.map(([, tag]) => tag).join(', '), longest.tags)
}

const yes = ['yes', 'true', '1', 'y']
const no = ['no', 'false', '0', 'n']

function ofType(text: string, { type, choices }: Typed): Checked {
  const lower = text.toLowerCase()
  switch (type) {
    case 'number':
      // As it was written, digit by digit: it may be longer than a number of the machine.
      return /^-?\d{1,30}(\.\d{1,20})?$/.test(text)
        ? { value: plain(text) }
        : { problem: 'must be a number, such as 12.5' }
    case 'date':
      return startOfDay(text) !== undefined ? { value: text } : { problem: 'must be a date, such as 2026-03-31' }
    case 'choice': {
      const chosen = choices.find((choice) => choice.toLowerCase() === lower)
      return chosen === undefined ? { problem: `must be one of: ${choices.join(', ')}` } : { value: chosen }
    }
    case 'yes-no':
      if (yes.includes(lower)) return { value: 'yes' }
      return no.includes(lower) ? { value: 'no' } : { problem: 'must be yes or no' }
    case 'text':
    default:
      return atMost(text, longest.text)
  }
}

/** Without zeros that say nothing: 007.50 is 7.5. */
function plain(text: string): string {
  const [whole = '', rest = ''] = text.replace('-', '').split('.')
  const digits = whole.replace(/^0+(?=\d)/, '')
  const decimals = rest.replace(/0+$/, '')
  const value = decimals ? `${digits}.${decimals}` : digits
  return text.startsWith('-') && /[1-9]/.test(value) ? `-${value}` : value
}

const line = (max: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(max, `has at most ${max} characters`),
      z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'must not contain line breaks or control characters'),
    )
export const fieldName = line(longest.name).check(z.minLength(1, 'Enter a name'))
export const fieldChoice = line(longest.choice).check(z.minLength(1))
