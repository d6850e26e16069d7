import { type Input, type Endpoint, targetNames } from '#contract/endpoint.ts'
import { stringifyJson } from '#contract/json.ts'
import { isFile } from '#contract/http/file-part.ts'
import { shownText } from '#platform/shown-text.ts'

const maxNamed = 3
const longestValue = 200

/** Target of a call: `keyName: web, resourceName: host-1`; for several, the count and the first few. */
export function targetOf(endpoint: Endpoint, input: Input<Endpoint>, job?: number): string {
  const given = input as Record<string, unknown>
  const named = targetNames(endpoint).flatMap((name) =>
    isSaid(given[name]) ? [`${name}: ${spoken(given[name])}`] : [],
  )
  return [...named, ...(job === undefined ? [] : [`job: ${job}`])].join(', ')
}

const isSaid = (value: unknown) =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

function spoken(value: unknown): string {
  if (!Array.isArray(value)) return single(value)
  const first = value.slice(0, maxNamed).map(single).join(', ')
  return value.length > 1 ? `${value.length} (${first}${value.length > maxNamed ? ' …' : ''})` : first
}

/** Quoted if ambiguous. */
function single(value: unknown): string {
  const text = isFile(value) ? value.name : typeof value === 'string' ? value : stringifyJson(value)
  const shown = shownText(text, longestValue)
  return /["()]|[,:](\s|$)|^\s|\s$/.test(shown) ? `"${shown.replaceAll('"', '\\"')}"` : shown
}
