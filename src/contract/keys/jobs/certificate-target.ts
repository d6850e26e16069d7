/** What operations name a certificate by: no operation takes the ID that lists have. */
import type { Output } from '#contract/endpoint.ts'
import type { getCertificateDetails } from '#contract/keys/certificates.ts'
import type { InventoryRow } from '#contract/keys/rules/inventory.ts'
import { instantOf } from '#contract/time.ts'

export type Detail = Output<typeof getCertificateDetails>['rows'][number]

export type Target = { common_name: string; serial_number: string }

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
