/** What an action does to each chosen certificate, or why it cannot. */
import type { Plan } from '#components/bulk/plan.ts'
import type { InventoryRow } from '#contract/keys/rules/inventory.ts'
import { isOwnIssuer } from '#contract/keys/rules/origin.ts'
import { reasonText } from '#contract/keys/rules/revocation-state.ts'
import { usesOf } from '#pages/certificates/certificate/actions/uses.ts'
import { holdsKey, type ExportFormat } from '#pages/certificates/certificate/export/export-formats.ts'
import { type Chosen, isReadable, type Readable } from './read-targets.ts'

/** `said` is asked only of those that can be named in a call. */
export function plansFor(
  chosen: readonly Chosen[],
  said: (one: Readable) => { effects: readonly string[]; refusal?: string | undefined },
): Plan<Readable>[] {
  return chosen.map((one) => ({
    id: one.row.id,
    name: one.row.name || `No common name (ID ${one.row.id})`,
    // An item that is left out is never worked on.
    item: one as Readable,
    ...(isReadable(one) ? said(one) : { effects: [], refusal: one.unread }),
  }))
}

const hold = 6

export function revocationOf({ row, detail }: Readable, reason: number | undefined) {
  return { effects: usesOf(row, detail), refusal: notRevocable(row, reason) }
}

function notRevocable(row: InventoryRow, reason: number | undefined): string | undefined {
  const { state } = row.revocation
  if (state === 'revoked') return `Already revoked: ${reasonText(row.revocation)}.`
  if (state === 'held' && reason === hold) return 'Already on hold.'
  if (isOwnIssuer(row)) return 'Self-signed: it cannot be added to a revocation list.'
  if (state === 'elsewhere')
    return `Not issued by an internal authority. Ask ${row.issuer || 'its issuer'} to revoke it.`
  return undefined
}

const isAuthority = ({ detail }: Readable) => /root|intermediate/i.test(detail.certtype ?? '')

/** Unused is what no discovery has found on a host and what issued nothing: in use otherwise. */
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

export function exportOf({ detail }: Readable, format: ExportFormat) {
  const lacksKey = holdsKey(format) && detail.endpoint?.PrivateKey === false
  return {
    effects: [format.holds + '.'],
    refusal: lacksKey ? 'The private key is not stored in the service.' : undefined,
  }
}
