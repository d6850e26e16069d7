import { useQueries, useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { whilePartial } from '#components/lists/while-partial.ts'
import { findCertificates } from '#contract/console/certificate-list.ts'
import type { Output } from '#contract/endpoint.ts'
import { getCertificateDetails } from '#contract/keys/certificates.ts'
import { asOf, type InventoryRow } from '#contract/keys/rules/inventory.ts'
import { instantOf } from '#contract/time.ts'
import { useNow } from '#ui/values/clock.ts'

export type Detail = Output<typeof getCertificateDetails>['rows'][number]

/** The certificate of an id; with it comes what is known of its revocation. */
export const certificateQuery = (id: string) => query(findCertificates, { id, offset: 0, limit: 1 })

export const detailsOfName = (common_name: string) => query(getCertificateDetails, { common_name })

/** What operations name a certificate by. */
export type Target = { common_name: string; serial_number: string }

/**
 * A certificate by its id. No operation takes one: the list tells its name, and the details of that name tell which of
 * them it is, with the serial number that everything else needs.
 */
export function useCertificate(id: string) {
  const now = useNow()
  const list = useQuery({ ...certificateQuery(id), refetchInterval: whilePartial() })
  const [found] = list.data?.rows ?? []
  const row = found && asOf(found, now)
  // None where there is no name to ask for.
  const [details] = useQueries({ queries: (row?.name ? [row.name] : []).map(detailsOfName) })
  const detail = row && details?.data && detailOf(row, details.data.rows)
  return {
    row,
    detail,
    target: row && detail && targetOf(row, detail),
    duplicates: (details?.data?.rows ?? []).filter((one) => one !== detail),
    /** Why nobody knows whether it is revoked, where that could not be read. */
    issuedProblem: list.data?.issued === 'failed' ? list.data.issuedProblem?.message : undefined,
    isPending: list.isPending || details?.isPending === true,
    error: list.error ?? details?.error,
    refetch: () => void Promise.all([list.refetch(), details?.refetch()]),
  }
}

/** By its id; a server that sends none is believed where dates leave no doubt, in whichever form it writes them. */
export function detailOf({ id, expiry, fromRaw }: InventoryRow, details: readonly Detail[]): Detail | undefined {
  const byId = details.find(({ CertificateId }) => CertificateId === id)
  if (byId) return byId
  const [only, ...others] = details.filter(
    ({ CertificateId, endpoint = {} }) =>
      CertificateId === undefined &&
      isSameTime(endpoint.expiry_date, expiry.raw) &&
      isSameTime(endpoint.from_date, fromRaw),
  )
  return others.length === 0 ? only : undefined
}

const isSameTime = (one: string | undefined, other: string) =>
  one === other || (one !== undefined && instantOf(one)?.getTime() === (instantOf(other)?.getTime() ?? Number.NaN))

export function targetOf({ name }: InventoryRow, { endpoint }: Detail): Target | undefined {
  const serial_number = endpoint?.serial
  return name && serial_number ? { common_name: name, serial_number } : undefined
}

/** Split at commas; `\,` is one of a name. */
export const namesOf = ({ endpoint }: Detail): string[] =>
  (endpoint?.Sans ?? '')
    .split(/(?<!\\),/)
    .map((name) => name.replaceAll('\\,', ',').trim())
    .filter(Boolean)
