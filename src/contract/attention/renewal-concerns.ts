import type { Output } from '#contract/endpoint.ts'
import type { listAcmeRequests } from '#contract/keys/acme-orders.ts'
import type { Concern, Places } from './concern.ts'

type AcmeRequest = Output<typeof listAcmeRequests>['rows'][number]

/** Automatic renewals that need intervention: failed, waiting, or not yet deployed. */
export const renewalConcerns = (rows: readonly AcmeRequest[], places: Places): Concern[] =>
  rows.flatMap((row) => {
    const about = row.renews ? concernOf(row) : undefined
    if (!about) return []
    const id = String(row.CSR_ID)
    const names = row.challenges?.flatMap(({ name }) => name ?? []) ?? []
    return [
      {
        id: `renewal ${id}`,
        kind: 'renewal' as const,
        title: names[0] ?? `Request ${id}`,
        to: places.request(id),
        ...about,
      },
    ]
  })

function concernOf({ status, server, renewalProblem, RenewalFailedAt, RenewedAt, isInUse, OrderTime }: AcmeRequest) {
  if (renewalProblem)
    return {
      urgent: true,
      state: `failed ${RenewalFailedAt ?? ''}`,
      why: `Renewal at ${server ?? 'the authority'} failed: ${renewalProblem}`,
    }
  if (status === 'pending')
    return {
      urgent: true,
      state: `waits ${OrderTime ?? ''}`,
      why: `Renewal at ${server ?? 'the authority'} needs you to publish its DNS record or file`,
    }
  if (RenewedAt && status === 'valid' && isInUse === false)
    return { urgent: false, state: `renewed ${RenewedAt}`, why: 'Certificate renewed, not deployed yet' }
  return undefined
}
