import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { JobDialog } from '#components/bulk/JobDialog.tsx'
import { profilesIn, profilesQuery } from '#components/issuing/profile/profiles.ts'
import { authoritiesQuery } from '#components/issuing/requests-query.ts'
import { renewCertificate } from '#contract/keys/jobs/renewal-job.ts'
import type { InventoryRow } from '#contract/keys/rules/inventory.ts'
import { Text } from '#ui/layout/layout.ts'
import { certificateNouns } from './nouns.ts'
import { inputOf, renewalsOf } from './renewals.ts'

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
    <JobDialog
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
      order={() => ({ endpoint: renewCertificate, input: {} })}
      inputOf={inputOf}
      onClose={onClose}
    />
  )
}
