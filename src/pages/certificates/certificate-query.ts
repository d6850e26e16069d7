import { useQueries, useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { whilePartial } from '#components/lists/while-partial.ts'
import { findCertificates } from '#contract/console/certificate-list.ts'
import { getCertificateDetails } from '#contract/keys/certificates.ts'
import { type Detail, detailOf, targetOf } from '#contract/keys/jobs/certificate-target.ts'
import { asOf } from '#contract/keys/rules/inventory.ts'
import { useNow } from '#ui/values/clock.ts'

/** One certificate, with its revocation status if known. */
export const certificateQuery = (id: string) => query(findCertificates, { id, offset: 0, limit: 1 })

export const detailsOfName = (common_name: string) => query(getCertificateDetails, { common_name })

/**
 * A certificate by id. No operation accepts an id: the list provides the name, and the details of that name provide the
 * serial number that all other operations require.
 */
export function useCertificate(id: string) {
  const now = useNow()
  const list = useQuery({ ...certificateQuery(id), refetchInterval: whilePartial() })
  const [found] = list.data?.rows ?? []
  const row = found && asOf(found, now)
  // No request if the certificate has no common name.
  const [details] = useQueries({ queries: (row?.name ? [row.name] : []).map(detailsOfName) })
  const detail = row && details?.data && detailOf(row, details.data.rows)
  return {
    row,
    detail,
    target: row && detail && targetOf(row, detail),
    duplicates: (details?.data?.rows ?? []).filter((one) => one !== detail),
    /** Error that prevented reading the revocation status. */
    issuedProblem: list.data?.issued === 'failed' ? list.data.issuedProblem?.message : undefined,
    isPending: list.isPending || details?.isPending === true,
    error: list.error ?? details?.error,
    refetch: () => void Promise.all([list.refetch(), details?.refetch()]),
  }
}

/** Splits names at commas, except at escaped ones (`\,`). */
export const namesOf = ({ endpoint }: Detail): string[] =>
  (endpoint?.Sans ?? '')
    .split(/(?<!\\),/)
    .map((name) => name.replaceAll('\\,', ',').trim())
    .filter(Boolean)
