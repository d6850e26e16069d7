import { stringifyJson } from '#contract/json.ts'

/** A value as text, for searching and copying. Never call it with a secret. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return value.map(textOf).join(', ')
  return typeof value === 'string' ? value : stringifyJson(value)
}
