import type { Computer } from '#contract/desktop/computer-fields.ts'
import { textOfKey } from '#contract/desktop/status.ts'
import { stringifyJson } from '#contract/json.ts'
import { instantOf } from '#contract/time.ts'
import type { Scalar } from '#contract/wire.ts'

/** A value as text; servers send `--` for a missing value. */
export function given(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'string' ? value.trim() : stringifyJson(value)
  return text === '--' ? '' : text
}

/** Items of a comma-separated list, such as addresses or logged-on users. */
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

/** Id of a computer: servers send it as a number or as text. */
export const idOf = ({ resource_id, resource_id_string }: { resource_id?: string; resource_id_string?: string }) =>
  resource_id ?? resource_id_string ?? ''

/** Text of a key sent by servers; an unknown key is returned unchanged. */
export const wordsOf = (key: unknown): string => {
  const text = given(key)
  return Object.hasOwn(textOfKey, text) ? (textOfKey[text] ?? text) : text
}

/** Error code; −1 means none. */
export const errorOf = ({ error_code }: Pick<Computer, 'error_code'>): string => {
  const code = given(error_code)
  return ['', '-1', '0'].includes(code) ? '' : code
}

/** Link to the vendor's article about an error; undefined unless it is an HTTP URL. */
export const helpAddressOf = ({ error_kb_url }: Pick<Computer, 'error_kb_url'>): string | undefined =>
  /^https?:\/\//i.test(given(error_kb_url)) ? given(error_kb_url) : undefined

export const timeText = (value: Scalar | undefined): string => instantOf(value)?.toISOString() ?? ''

/** Removes line breaks, so that a name cannot add lines to a ticket. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Facts as labeled lines, for pasting into a ticket. */
export const ticketText = (lines: Record<string, string>): string =>
  Object.entries(lines)
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `${label}: ${oneLine(value)}`)
    .join('\n')
