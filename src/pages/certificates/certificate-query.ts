import { useQueries, useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { whilePartial } from '#components/lists/while-partial.ts'
import { findCertificates } from '#contract/console/certificate-list.ts'
import { getCertificateDetails } from '#contract/keys/certificates.ts'
import { type Detail, detailOf, targetOf } from '#contract/keys/jobs/certificate-target.ts'
import { asOf } from '#contract/keys/rules/inventory.ts'
import { useNow } from '#ui/values/clock.ts'

/** The certificate of an id; with it comes what is known of its revocation. */
export const certificateQuery = (id: string) => query(findCertificates, { id, offset: 0, limit: 1 })

export const detailsOfName = (common_name: string) => query(getCertificateDetails, { common_name })

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

/** Split at commas; `\,` is one of a name. */
export const namesOf = ({ endpoint }: Detail): string[] =>
  (endpoint?.Sans ?? '')
    .split(/(?<!\\),/)
    .map((name) => name.replaceAll('\\,', ',').trim())
    .filter(Boolean)
