import { stringifyJson } from '#contract/json.ts'

/** A value as text, for search and copying. Must not be called with secrets. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.map(textOf).join(', ')
  return typeof value === 'string' ? value : stringifyJson(value)
}
