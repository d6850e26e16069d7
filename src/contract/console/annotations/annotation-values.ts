/** Annotation values. Each is text, as stored, listed and exported; empty means none. */
import * as z from 'zod/mini'
import { startOfDay } from '#contract/fleet/query-time.ts'

export const fieldTypes = ['text', 'number', 'date', 'choice', 'yes-no'] as const
export type FieldType = (typeof fieldTypes)[number]

/** Built-in fields, before custom ones. */
export const standingFields = [
  { id: 'owner', name: 'Owner' },
  { id: 'tags', name: 'Tags' },
  { id: 'note', name: 'Note' },
] as const
type StandingId = (typeof standingFields)[number]['id']

export const longest = { owner: 200, tags: 600, note: 4000, text: 500, tag: 40, choice: 60, name: 60 }
const maxTags = 20
/** Limit of any field. */
export const longestCell = longest.note

/** The normalized value, or why it is invalid. */
export type Checked = { value: string } | { problem: string }
type Typed = { type: FieldType; choices: readonly string[] }

const isStanding = (id: string): id is StandingId => standingFields.some((field) => field.id === id)

/** Private keys are rejected: annotations are visible to everyone who can read the page. */
const privateKey = /PRIVATE KEY( BLOCK)?-----/
const controls = /[\p{Cc}\p{Zl}\p{Zp}]/u
const lineControls = /[^\P{Cc}\n\t]/u

/** Normalizes and validates typed text. `own` is the definition of a custom field. */
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

/** Removes duplicates regardless of letter case and sorts, so that equal sets of tags are equal values. */
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
      // Kept as decimal text, since it may exceed double precision.
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

/** Removes leading and trailing zeros: 007.50 becomes 7.5. */
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
