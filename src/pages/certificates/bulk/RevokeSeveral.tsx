import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { maxRead } from '#components/bulk/plan.ts'
import { JobDialog } from '#components/bulk/JobDialog.tsx'
import { revokeCertificate } from '#contract/keys/certificates.ts'
import type { InventoryRow } from '#contract/keys/rules/inventory.ts'
import { reasonsAfter, reasonText } from '#contract/keys/rules/revocation-state.ts'
import { ReasonChoice } from '#pages/certificates/certificate/actions/ReasonChoice.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { certificateNouns } from './nouns.ts'
import { PlannedDialog } from './PlannedDialog.tsx'
import { plansFor, revocationOf } from './plans.ts'
import { targetsOf } from './read-targets.ts'

type Props = { rows: readonly InventoryRow[]; onClose: () => void }

/** Revokes several certificates with the same reason, and lists what uses them. */
export function RevokeSeveral({ rows, onClose }: Props) {
  const isReadHere = rows.length <= maxRead
  const { data, error, refetch } = useQuery({ ...targetsOf(rows), enabled: isReadHere })
  const [reason, setReason] = useState<number>()
  const shared = {
    title: 'Revoke certificates',
    action: 'Revoke',
    fields: (
      <>
        <Notice tone="warn" title="Clients will reject them">
          <span>Only a hold can be released later. The reason applies to all of them.</span>
        </Notice>
        <ReasonChoice reasons={reasonsAfter('standing')} value={reason} onChange={setReason} />
      </>
    ),
    reason: reason === undefined && 'Choose a reason. It cannot be changed later.',
    typed: 'revoke',
    onClose,
  }
  const order =
    reason === undefined ? undefined : { input: { revoke_reason: reason }, title: `(${reasonText({ reason })})` }
  if (!isReadHere)
    return <PlannedDialog {...shared} rows={rows} order={() => order && { operation: 'revoke', ...order }} />
  return (
    <JobDialog
      {...shared}
      nouns={certificateNouns}
      plans={data && plansFor(data, (one) => revocationOf(one, reason))}
      unread={{ error, refetch }}
      order={() => order && { endpoint: revokeCertificate, ...order }}
      inputOf={({ target }) => target}
    />
  )
}
