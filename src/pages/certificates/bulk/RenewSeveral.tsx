import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { maxRead } from '#components/bulk/plan.ts'
import { JobDialog } from '#components/bulk/JobDialog.tsx'
import { ForPermitted } from '#components/actions/ForPermitted.tsx'
import { profilesIn, profilesQuery } from '#components/issuing/profile/profiles.ts'
import { authoritiesQuery } from '#components/issuing/requests-query.ts'
import { deployCertificate } from '#contract/keys/certificates.ts'
import { renewCertificate } from '#contract/keys/jobs/renewal-job.ts'
import type { InventoryRow } from '#contract/keys/rules/inventory.ts'
import { CheckboxField } from '#ui/form/CheckboxField.tsx'
import { Text } from '#ui/layout/layout.ts'
import { certificateNouns } from './nouns.ts'
import { PlannedDialog } from './PlannedDialog.tsx'
import { deployed, inputOf, renewalsOf } from './renewals.ts'

type Props = { rows: readonly InventoryRow[]; onClose: () => void }

/**
 * Renews certificates that were issued by an authority of this service or are self-signed, with the same names and a
 * new key.
 */
export function RenewSeveral({ rows, onClose }: Props) {
  const authorities = useQuery(authoritiesQuery)
  const profiles = useQuery(profilesQuery)
  const known = useMemo(
    () => ({ authorities: authorities.data?.rows ?? null, profiles: profilesIn(profiles.data?.rows) }),
    [authorities.data, profiles.data],
  )
  const [isDeployed, setDeployed] = useState(false)
  // Null data means that the server does not support the operation, which differs from a failed request.
  const isKnown = authorities.data !== undefined && profiles.data !== undefined
  const isReadHere = rows.length <= maxRead
  const renewals = useQuery({ ...renewalsOf(rows, known), enabled: isKnown && isReadHere })
  const { data } = renewals
  const unread = [authorities, profiles, renewals].find(({ error }) => error !== null)
  const plans = useMemo(() => {
    const rowOf = new Map(rows.map((row) => [row.id, row]))
    return isDeployed ? data?.map((plan) => deployed(plan, rowOf.get(plan.id)?.deployedTo)) : data
  }, [data, rows, isDeployed])
  const about = (
    <Text size="sm">
      A request with the same subject and names and a new key is created for each certificate and signed by the same
      authority. Key stores get a random passphrase. Nothing is revoked.
    </Text>
  )
  const shared = { title: 'Renew certificates', action: 'Renew', onClose }
  if (!isReadHere)
    return <PlannedDialog {...shared} rows={rows} fields={about} order={() => ({ operation: 'renew', input: {} })} />
  return (
    <JobDialog
      {...shared}
      nouns={certificateNouns}
      plans={plans}
      {...(unread && { unread })}
      fields={
        <>
          {about}
          <ForPermitted endpoint={deployCertificate}>
            <CheckboxField
              name="deploy"
              label="Deploy to the servers that have the current certificate, and check what they present"
              checked={isDeployed}
              onChange={({ currentTarget }) => setDeployed(currentTarget.checked)}
            />
          </ForPermitted>
        </>
      }
      order={() => ({ endpoint: renewCertificate, input: {} })}
      inputOf={inputOf}
    />
  )
}
