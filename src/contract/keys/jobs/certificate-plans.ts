/** Reasons why an operation cannot be applied to a certificate, for pages and for job planning. */
import { formatsWithKey, type getCertificate } from '#contract/keys/certificates.ts'
import type { Input } from '#contract/endpoint.ts'
import type { InventoryRow } from '#contract/keys/rules/inventory.ts'
import { isOwnIssuer } from '#contract/keys/rules/origin.ts'
import { reasonText } from '#contract/keys/rules/revocation-state.ts'
import type { Detail } from './certificate-target.ts'

const hold = 6

export function whyNotRevoked(row: InventoryRow, reason: number | undefined): string | undefined {
  const { state } = row.revocation
  if (state === 'revoked') return `Already revoked: ${reasonText(row.revocation)}.`
  if (state === 'held' && reason === hold) return 'Already on hold.'
  if (isOwnIssuer(row)) return 'Self-signed: it cannot be added to a revocation list.'
  if (state === 'elsewhere')
    return `Not issued by an internal authority. Ask ${row.issuer || 'its issuer'} to revoke it.`
  return undefined
}

type FileType = Input<typeof getCertificate>['fileType']

export const whyNotExported = ({ endpoint }: Detail, fileType: FileType): string | undefined =>
  fileType !== undefined && formatsWithKey.includes(fileType) && endpoint?.PrivateKey === false
    ? 'The private key is not stored in the service.'
    : undefined

/** The list lacks the serial number that the operation needs. */
export const notNamed = 'The server does not report its serial number.'
