import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { invalidate, mutation } from '#api/change.ts'
import { problemOf } from '#api/problem.ts'
import { Confirm } from '#components/actions/Confirm.tsx'
import { listAudit } from '#contract/console/audit.ts'
import { revokeCertificate } from '#contract/keys/certificates.ts'
import { reasonsAfter, reasonText, releaseCode } from '#contract/keys/rules/revocation-state.ts'
import { Problem } from '#contract/problem.ts'
import { isOwnIssuer } from '#contract/keys/rules/origin.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Stack } from '#ui/layout/layout.ts'
import { Moment } from '#ui/values/Moment.tsx'
import { RevocationReach } from './RevocationReach.tsx'
import { ReasonChoice } from './ReasonChoice.tsx'
import type { Subject } from './subject.ts'
import { UsedBy } from './UsedBy.tsx'

type Props = Subject & {
  /** Preset reason, which cannot be changed. */
  given?: number
  onDone: (sentence: string) => void
  /**
   * Reports the error to the page as well, because the dialog unmounts if another user deletes the certificate in the
   * meantime.
   */
  onFailed?: (problem: Problem) => void
  onClose: () => void
}

/**
 * Revokes a certificate, with a reason and its name typed as confirmation; reason 7 releases a hold
 * (revokeEXTCACertificate).
 */
export function RevokeDialog({ given, onDone, onFailed, onClose, ...subject }: Props) {
  const { row, target } = subject
  // The state when the dialog opened: lists are updated before the dialog closes.
  const [{ state }] = useState(row.revocation)
  const [reason, setReason] = useState(given)
  const { mutateAsync } = useMutation(mutation(revokeCertificate))
  if (state === 'revoked') return <RevokedAlready {...subject} onClose={onClose} />
  const isRelease = reason === releaseCode
  const revoke = async () => {
    if (reason === undefined) throw new Problem('INVALID_INPUT', 'Choose a reason. It cannot be changed later.')
    try {
      onDone(await mutateAsync({ ...target, revoke_reason: reason }))
    } catch (error) {
      onFailed?.(problemOf(error))
      throw error
    }
    await invalidate(listAudit.reads)
  }
  return (
    <Confirm
      title={isRelease ? 'Release this certificate from hold?' : 'Revoke this certificate?'}
      action={isRelease ? 'Release' : 'Revoke'}
      danger={!isRelease}
      typed={target.common_name}
      onConfirm={revoke}
      onClose={onClose}
    >
      <Stack gap="md">
        <Notice tone="warn" title={isRelease ? 'Clients will trust it again' : 'Clients that check it will reject it'}>
          <UsedBy {...subject} />
        </Notice>
        {/* Above what is still loading, which would move it while the user selects a reason. */}
        {given === undefined && <ReasonChoice reasons={reasonsAfter(state)} value={reason} onChange={setReason} />}
        {!isRelease && (state === 'standing' || state === 'held') && (
          <RevocationReach issuer={subject.detail.issuer?.cname || row.issuer} />
        )}
        {state === 'elsewhere' && !isOwnIssuer(row) && (
          <Notice tone="info" title="Not issued by an internal authority">
            <span>The service cannot revoke it. Ask {row.issuer || 'its issuer'} to revoke it.</span>
          </Notice>
        )}
        {isOwnIssuer(row) && (
          <Notice tone="info" title="Self-signed certificate">
            <span>It cannot be added to a revocation list. Remove it from the trust stores where it is installed.</span>
          </Notice>
        )}
      </Stack>
    </Confirm>
  )
}

function RevokedAlready({ row: { revocation }, target, onClose }: Subject & { onClose: () => void }) {
  return (
    <Dialog title="Already revoked" onClose={onClose}>
      <Notice tone="info" title="This certificate is revoked">
        <span>
          {target.common_name} was revoked <Moment at={revocation.at} raw={revocation.raw} />: {reasonText(revocation)}.
          A revocation and its reason are final. Only a hold can be released.
        </span>
      </Notice>
    </Dialog>
  )
}
