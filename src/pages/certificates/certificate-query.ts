import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { query, queryIfOffered } from '#api/query.ts'
import type { Output } from '#contract/endpoint.ts'
import { listIssued } from '#contract/keys/authorities.ts'
import { getCertificateDetails, listCertificates } from '#contract/keys/certificates.ts'
import { revocationsOf } from '#contract/keys/rules/revocation-state.ts'
import { useNow } from '#ui/values/clock.ts'
import { type InventoryRow, inventoryOf } from './inventory.ts'

export type Detail = Output<typeof getCertificateDetails>['rows'][number]

export const inventoryQuery = query(listCertificates, {})
export const issuedQuery = queryIfOffered(listIssued, {})

/** What is revoked. The row is ours: a server that does not have it leaves every state unknown, and no page fails. */
export function useRevocations() {
  const { data, error, isLoading } = useQuery(issuedQuery)
  return { revocations: useMemo(() => revocationsOf(data?.rows), [data]), isTold: data !== null, error, isLoading }
}

export const detailsOfName = (common_name: string) => query(getCertificateDetails, { common_name })

/** What operations name a certificate by. */
export type Target = { common_name: string; serial_number: string }

/**
 * A certificate by its id. No operation takes one: the list tells its name, and the details of that name tell which of
 * them it is, with the serial number that everything else needs.
 */
export function useCertificate(id: string) {
  const now = useNow()
  const list = useQuery(inventoryQuery)
  const { revocations, isLoading: isAsking } = useRevocations()
  const row = list.data && inventoryOf(list.data.rows, now, revocations).find((one) => one.id === id)
  // None where there is no name to ask for.
  const [details] = useQueries({ queries: (row?.name ? [row.name] : []).map(detailsOfName) })
  const detail = row && details?.data && detailOf(row, details.data.rows)
  return {
    row,
    detail,
    target: row && detail && targetOf(row, detail),
    duplicates: (details?.data?.rows ?? []).filter((one) => one !== detail),
    /** Whether it is revoked is on its way. */
    isAsking,
    isPending: list.isPending || details?.isPending === true,
    error: list.error ?? details?.error,
    refetch: () => void Promise.all([list.refetch(), details?.refetch()]),
  }
}

/** By its id; a server that sends none is believed where dates leave no doubt. */
export function detailOf({ id, expiry, fromRaw }: InventoryRow, details: readonly Detail[]): Detail | undefined {
  const byId = details.find(({ CertificateId }) => CertificateId === id)
  if (byId) return byId
  const [only, ...others] = details.filter(
    ({ CertificateId, endpoint }) =>
      CertificateId === undefined && endpoint?.expiry_date === expiry.raw && endpoint.from_date === fromRaw,
  )
  return others.length === 0 ? only : undefined
}

function targetOf({ name }: InventoryRow, { endpoint }: Detail): Target | undefined {
  const serial_number = endpoint?.serial
  return name && serial_number ? { common_name: name, serial_number } : undefined
}

/** Split at commas. */
export const namesOf = ({ endpoint }: Detail): string[] =>
  (endpoint?.Sans ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
