/** Name and serial number identify a certificate in operations, which do not accept the ID of lists. */
import type { Output } from '#contract/endpoint.ts'
import type { getCertificateDetails } from '#contract/keys/certificates.ts'
import type { InventoryRow } from '#contract/keys/rules/inventory.ts'
import { instantOf } from '#contract/time.ts'

export type Detail = Output<typeof getCertificateDetails>['rows'][number]

export type Target = { common_name: string; serial_number: string }

/** Matched by ID; without one, by validity dates, in any format, if only one certificate matches. */
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
