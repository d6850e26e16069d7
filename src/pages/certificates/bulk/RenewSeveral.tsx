import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { invalidate } from '#api/change.ts'
import { BulkDialog } from '#components/bulk/BulkDialog.tsx'
import { profilesIn, profilesQuery } from '#components/issuing/profile/profiles.ts'
import { authoritiesQuery } from '#components/issuing/requests-query.ts'
import { LostAnswer } from '#components/issuing/send.ts'
import { createRequest, signRequest } from '#contract/keys/requests.ts'
import type { InventoryRow } from '#contract/keys/rules/inventory.ts'
import { Problem } from '#contract/problem.ts'
import { issue, signMade } from '#pages/certificates/issue/issue.ts'
import { Text } from '#ui/layout/layout.ts'
import { certificateNouns } from './nouns.ts'
import { type Renewal, renewalsOf } from './renewals.ts'

type Props = { rows: readonly InventoryRow[]; onClose: () => void }

/** Those that an authority of this service, or they themselves, have signed: with the same names and a new key. */
export function RenewSeveral({ rows, onClose }: Props) {
  const authorities = useQuery(authoritiesQuery)
  const profiles = useQuery(profilesQuery)
  const known = useMemo(
    () => ({ authorities: authorities.data?.rows ?? null, profiles: profilesIn(profiles.data?.rows) }),
    [authorities.data, profiles.data],
  )
  const { data } = useQuery({ ...renewalsOf(rows, known), enabled: authorities.isFetched && profiles.isFetched })
  return (
    <BulkDialog
      title="Renew certificates"
      action="Renew"
      nouns={certificateNouns}
      plans={data}
      fields={
        <Text size="sm">
          A request with the same subject and names and a new key is created for each certificate and signed by the same
          authority. Key stores get a random passphrase. Nothing is deployed or revoked.
        </Text>
      }
      begin={async () => new Map<Renewal, Left>()}
      work={renew}
      onEnd={() => invalidate([...createRequest.changes, ...signRequest.changes])}
      onClose={onClose}
    />
  )
}

/** What a first attempt has left: the number of its request, or that nobody knows how far it came. */
type Left = { request: string } | 'unknown'

async function renew(item: Renewal, left: Map<Renewal, Left>): Promise<string> {
  const before = left.get(item)
  if (before === 'unknown') throw new Problem('FAILED', `${lost}. Check the requests before you renew it again`)
  const { certificate, request } = await (before ? signMade(before.request, item.form, item.authorities) : make())
  if (certificate) return `Certificate ${certificate.id}, serial number ${certificate.serialNumber}`
  if (!request) return 'Renewed. The server does not tell the new serial number.'
  const { id, problem, unsure = false } = request
  left.set(item, id === undefined || unsure ? 'unknown' : { request: id })
  if (id === undefined) throw new Problem('FAILED', 'A request was created but not signed: its number is not known')
  const why = unsure ? 'whether it was signed is unknown' : `not signed: ${problem?.message ?? ''}`
  throw new Problem('FAILED', `Request ${id} was created; ${why}`)

  async function make() {
    try {
      return await issue(item.form, item.authorities)
    } catch (error) {
      if (!(error instanceof LostAnswer)) throw error
      left.set(item, 'unknown')
      throw new Problem('FAILED', lost)
    }
  }
}

const lost = 'The answer was lost, and the request may have been created'
