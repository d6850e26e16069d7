import { type Json, isJsonObject } from '#contract/json.ts'
import type { CallResult } from '#services/console/connections/health/connection-caller.ts'
import type { Check } from './finding.ts'
import { jsonIn } from './records.ts'

/** In which forms times and IDs come, all of which are read. */
export function checkForms(answers: Iterable<CallResult>): Check[] {
  const [times, ids] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()]
  for (const { answer, problem } of answers) {
    if (answer && !problem && answer.text !== '') walk(jsonIn(answer.text), times, ids)
  }
  return [formCheck('Dates', times), formCheck('IDs', ids)]
}

function formCheck(name: string, forms: ReadonlyMap<string, ReadonlySet<string>>): Check {
  if (forms.size === 0) return { name, result: 'not checked', text: 'None seen' }
  const seen = [...forms].map(([form, fields]) => `${form} (${[...fields].slice(0, 3).join(', ')})`)
  return { name, result: 'note', text: seen.toSorted().join('; ') }
}

function walk(value: Json | undefined, times: Map<string, Set<string>>, ids: Map<string, Set<string>>) {
  if (Array.isArray(value)) for (const item of value.slice(0, 20)) walk(item, times, ids)
  if (!isJsonObject(value)) return
  for (const [name, inner] of Object.entries(value)) {
    const forms = isTime(name) ? times : isId(name) ? ids : undefined
    const form = forms && (forms === times ? timeForm(inner) : idForm(inner))
    if (form === undefined) walk(inner, times, ids)
    else if (forms) forms.set(form, (forms.get(form) ?? new Set()).add(name))
  }
}

const isTime = (name: string) => /(_time|[a-z ]Time|_date|_DATE|[a-z]Date|^TIME$|certificateexpiry)$/.test(name)
const isId = (name: string) => /(^id|_id|_ID|Id|[a-z ]ID)$/.test(name) && !/email_?id$/i.test(name)

function timeForm(value: Json): string | undefined {
  if (typeof value === 'number')
    return value >= 1e11 ? 'epoch milliseconds' : value >= 1e9 ? 'epoch seconds' : undefined
  if (typeof value !== 'string' || !/\d{2}/.test(value)) return undefined
  if (/^\d+$/.test(value)) return value.length > 11 ? 'epoch milliseconds as text' : 'epoch seconds as text'
  if (/^\d{4}-\d{2}-\d{2}T/.test(value)) return 'ISO 8601'
  return /^\d{4}-\d{2}-\d{2}$/.test(value)
    ? 'a day, as in 2026-01-31'
    : `text, as in ${value.slice(0, 30).replaceAll(/\d/g, '9')}`
}

function idForm(value: Json): string | undefined {
  if (typeof value === 'bigint') return 'numbers beyond 2^53'
  if (typeof value === 'number') return 'numbers'
  if (typeof value !== 'string' || value === '') return undefined
  return /^\d+$/.test(value) ? 'digits as text' : 'text'
}
