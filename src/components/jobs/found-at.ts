import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useMay } from '#api/may.ts'
import { query } from '#api/query.ts'
import { findCertificates } from '#contract/console/certificate-list.ts'
import type { JobItem } from '#contract/console/jobs.ts'
import { maxRows } from '#contract/page.ts'
import { asOf, type InventoryRow } from '#contract/keys/rules/inventory.ts'
import type { SubjectKind } from '#contract/subject-kinds.ts'

export type FoundAt = ReadonlyMap<string, InventoryRow>

const [maxReads, readAgainMs] = [5, 2000]
const hasPlace = (rows: readonly InventoryRow[] | undefined, place: string) =>
  rows?.some(({ places }) => places.some((one) => one.toLowerCase() === place)) === true

/** The inventory's certificates of the hosts among the items, by host. */
export function useFoundAt(kind: SubjectKind, items: readonly JobItem[], now: number): FoundAt {
  const may = useMay()
  const done = kind === 'tls-host' ? items.filter(({ outcome }) => outcome === 'done') : []
  const places = done.map(({ subject }) => inventoryPlace(subject))
  // Newest first, so that the current certificate of a host is on the first page.
  const sort = [{ column: 'id', descending: true }]
  const { data } = useQuery({
    ...query(findCertificates, { places, sort, offset: 0, limit: maxRows }),
    placeholderData: keepPreviousData,
    // The console may have read the inventory just before a certificate was found: reads again, up to a limit.
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      dataUpdateCount < maxReads && places.some((place) => !hasPlace(data?.rows, place)) ? readAgainMs : false,
    enabled: places.length > 0 && may(findCertificates.permission),
  })
  const rows = data?.rows
  return useMemo(() => foundAt(rows ?? [], now), [rows, now])
}

/** Host name as in the inventory: IPv6 addresses without brackets. */
export const inventoryPlace = (subject: string) => subject.replace(/^\[(.*)\]:/, '$1:').toLowerCase()

/** The newest certificate of each host, which can have earlier ones. */
function foundAt(rows: readonly InventoryRow[], now: number): FoundAt {
  const found = new Map<string, InventoryRow>()
  for (const row of rows.toSorted((one, other) => Number(one.id) - Number(other.id)))
    for (const place of row.places) found.set(place.toLowerCase(), asOf(row, now))
  return found
}
