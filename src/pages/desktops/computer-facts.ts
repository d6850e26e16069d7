import type { Computer } from '#contract/desktop/computer-fields.ts'
import { textOfKey } from '#contract/desktop/status.ts'
import { stringifyJson } from '#contract/json.ts'
import { instantOf } from '#contract/time.ts'
import type { Scalar } from '#contract/wire.ts'

/** A value as text; `--` is how real servers write that there is none. */
export function given(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'string' ? value.trim() : stringifyJson(value)
  return text === '--' ? '' : text
}

/** A comma-joined list: addresses, cards, people who are logged on. */
export const itemsOf = (value: unknown): string[] =>
  given(value)
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '' && item !== '--')

type Named = { resource_name?: string; full_name?: string; fqdn_name?: string; resource_id?: string }

export const nameOf = (computer: Named): string =>
  given(computer.resource_name) ||
  given(computer.full_name) ||
  given(computer.fqdn_name) ||
  given(computer.resource_id) ||
  'Unnamed computer'

/** What the server calls it: a number, or the same number as text. */
export const idOf = ({ resource_id, resource_id_string }: { resource_id?: string; resource_id_string?: string }) =>
  resource_id ?? resource_id_string ?? ''

/** Texts of real servers are keys; one that we have no words for is shown as it came. */
export const wordsOf = (key: unknown): string => {
  const text = given(key)
  return Object.hasOwn(textOfKey, text) ? (textOfKey[text] ?? text) : text
}

/** An error code says something; −1 stands for none. */
export const errorOf = ({ error_code }: Pick<Computer, 'error_code'>): string => {
  const code = given(error_code)
  return ['', '-1', '0'].includes(code) ? '' : code
}

/** A page of the maker's about an error. Whatever else a server calls an address is not made a link. */
export const helpAddressOf = ({ error_kb_url }: Pick<Computer, 'error_kb_url'>): string | undefined =>
  /^https?:\/\//i.test(given(error_kb_url)) ? given(error_kb_url) : undefined

export const timeText = (value: Scalar | undefined): string => instantOf(value)?.toISOString() ?? ''

/** Removes line breaks, so that a name cannot add lines to a ticket. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Labeled lines, as one pastes them into a ticket. */
export const ticketText = (lines: Record<string, string>): string =>
  Object.entries(lines)
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `${label}: ${oneLine(value)}`)
    .join('\n')
