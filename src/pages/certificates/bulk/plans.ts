/** Effect of each bulk action on a certificate, or why it is skipped. */
import type { Plan } from '#components/bulk/plan.ts'
import { whyNotExported, whyNotRevoked } from '#contract/keys/jobs/certificate-plans.ts'
import { usesOf } from '#pages/certificates/certificate/actions/uses.ts'
import type { ExportFormat } from '#pages/certificates/certificate/export/export-formats.ts'
import { type Chosen, isReadable, type Readable } from './read-targets.ts'

/** `said` is called only for certificates whose details could be read. */
export function plansFor(
  chosen: readonly Chosen[],
  said: (one: Readable) => { effects: readonly string[]; refusal?: string | undefined },
): Plan<Readable>[] {
  return chosen.map((one) => ({
    id: one.row.id,
    name: one.row.name || `No common name (ID ${one.row.id})`,
    // skipped items are not processed
    item: one as Readable,
    ...(isReadable(one) ? said(one) : { effects: [], refusal: one.unread }),
  }))
}

export function revocationOf({ row, detail }: Readable, reason: number | undefined) {
  return { effects: usesOf(row, detail), refusal: whyNotRevoked(row, reason) }
}

const isAuthority = ({ detail }: Readable) => /root|intermediate/i.test(detail.certtype ?? '')

/** Plan of a deletion. A certificate is in use if a discovery found it on a host or if it is a CA certificate. */
export function deletionOf(one: Readable) {
  const { row, detail } = one
  const [place, ...more] = row.places
  const refusal = isAuthority(one)
    ? 'It is a CA certificate. Certificates that it issued depend on it.'
    : place !== undefined
      ? `In use: last seen at ${place}${more.length > 0 ? ` and ${more.length} more` : ''}.`
      : detail.isCertInstalledMulipleServers
        ? 'In use: installed on several servers.'
        : undefined
  return {
    effects: [
      detail.endpoint?.PrivateKey === false ? 'Deleted.' : 'Deleted with its private key, which cannot be recovered.',
      row.expiry.state === 'expired'
        ? 'Expired.'
        : row.revocation.state === 'revoked'
          ? 'Revoked.'
          : 'Still valid: deleting does not revoke it.',
      'Not found on any host by a discovery.',
    ],
    refusal,
  }
}

export const exportOf = ({ detail }: Readable, format: ExportFormat) => ({
  effects: [format.holds + '.'],
  refusal: whyNotExported(detail, format.fileType),
})
