import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import type { FleetField } from '#contract/fleet/field.ts'
import type { Scalar } from '#contract/wire.ts'
import { useQueried } from './query-subject.ts'
import { valueText } from './value-words.ts'

export type SuggestedValue = { id: string; label: string; detail: string }

const max = 12
const maxCodes = 50
const texts = new Set<unknown>(['text', 'list', 'version'])

/** Values of a field among the devices of a query, most frequent first, filtered by the input. */
export function useSuggestedValues(field: FleetField | undefined, typed: string, among = ''): SuggestedValue[] {
  const { values, name } = useQueried()
  const isAsked = field !== undefined && field.kind !== 'time' && field.kind !== 'flag'
  // The service searches raw values only; codes are filtered here, because their meanings are known only in the
  // browser.
  const isText = field?.kept !== undefined || texts.has(field?.kind)
  const input = {
    query: among,
    field: field?.name ?? name.field,
    limit: isText ? max : maxCodes,
    ...(isText && typed !== '' && { search: typed.slice(0, 200) }),
  }
  const { data, isPlaceholderData } = useQuery({
    ...query(values, input),
    enabled: isAsked,
    placeholderData: (before, of) =>
      of?.queryKey[1] && isSameField(of.queryKey[1], input) ? keepPreviousData(before) : undefined,
  })
  if (!field || !isAsked || !data) return []
  const wanted = typed.toLowerCase()
  const says = (value: Scalar) => valueText(field, value).toLowerCase().includes(wanted)
  return data.values
    .filter(({ value }) => (isText && !isPlaceholderData) || says(value))
    .slice(0, max)
    .map(({ value, count }) => ({
      id: String(value),
      label: valueText(field, value),
      detail: count.toLocaleString('en'),
    }))
}

const isSameField = (asked: unknown, input: { field: string }) => (asked as { field?: string }).field === input.field
