import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { invalidate, mutation } from '#api/mutation.ts'
import { problemOf } from '#api/problem-of.ts'
import { useMay } from '#api/use-may.ts'
import { listAudit } from '#contract/console/audit.ts'
import { revokeCertificate } from '#contract/keys/certificates.ts'
import { Problem } from '#contract/problem.ts'
import { Confirm } from '#ui/Confirm.tsx'
import { Stack } from '#ui/layout.ts'
import { Notice } from '#ui/Notice.tsx'
import type { Subject } from './CertificateActions.tsx'
import { ReasonChoice } from './ReasonChoice.tsx'
import { Refused } from './Refused.tsx'
import { UsedBy } from './UsedBy.tsx'

type Props = Subject & { onDone: (sentence: string) => void; onClose: () => void }
const release = 7

/** Revoke it, with a reason and with its name typed; 7 takes a hold back (key-management 34 and 43). */
export function RevokeDialog({ onDone, onClose, ...subject }: Props) {
  const { row, target } = subject
  const may = useMay()
  const [reason, setReason] = useState<number>()
  const { mutateAsync } = useMutation(mutation(revokeCertificate))
  if (!may(revokeCertificate.permission)) return <Refused title="Revoke" row={revokeCertificate} onClose={onClose} />
  const revoke = async () => {
    if (reason === undefined) throw new Problem('INVALID_INPUT', 'No reason is chosen. It cannot be changed later.')
    onDone(await mutateAsync({ ...target, revoke_reason: reason }))
    await invalidate(listAudit.reads)
  }
  return (
    <Confirm
      title={reason === release ? 'Release this certificate from hold?' : 'Revoke this certificate?'}
      action={reason === release ? 'Release' : 'Revoke'}
      danger={reason !== release}
      typed={target.common_name}
      onConfirm={revoke}
      onClose={onClose}
      problemOf={problemOf}
    >
      <Stack gap="md">
        <Notice
          tone="warn"
          title={reason === release ? 'Clients will trust it again' : 'Clients will refuse it everywhere'}
        >
          <UsedBy {...subject} />
        </Notice>
        {row.name === row.issuer && (
          <Notice tone="info" title="It is its own issuer">
            <span>There is no list to put it on. Remove it from wherever it is trusted instead.</span>
          </Notice>
        )}
        <ReasonChoice value={reason} onChange={setReason} />
      </Stack>
    </Confirm>
  )
}
