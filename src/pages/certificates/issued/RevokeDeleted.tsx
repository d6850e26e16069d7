import { useState } from 'react'
import { change, invalidate } from '#api/change.ts'
import { Confirm } from '#components/actions/Confirm.tsx'
import { listAudit } from '#contract/console/audit.ts'
import { revokeCertificate } from '#contract/keys/certificates.ts'
import { type IssuedCertificate, issuerText } from '#contract/keys/rules/issued-list.ts'
import { reasonsAfter, releaseCode } from '#contract/keys/rules/revocation-state.ts'
import { Problem } from '#contract/problem.ts'
import { ReasonChoice } from '#pages/certificates/certificate/actions/ReasonChoice.tsx'
import { Stack, Text } from '#ui/layout/layout.ts'

type Props = { certificate: IssuedCertificate; onDone: (sentence: string) => void; onClose: () => void }

/** Revokes or releases a deleted certificate by serial number, since it may still be in use. */
export function RevokeDeleted({ certificate, onDone, onClose }: Props) {
  const { serialNumber, revocation } = certificate
  const [reason, setReason] = useState<number>()
  const isRelease = reason === releaseCode
  const revoke = async () => {
    if (reason === undefined) throw new Problem('INVALID_INPUT', 'Choose a reason. It cannot be changed later.')
    // The name of a deleted certificate is unknown; the serial number identifies it.
    const input = { common_name: serialNumber, serial_number: serialNumber, revoke_reason: reason }
    onDone(await change(revokeCertificate, input))
    await invalidate(listAudit.reads)
  }
  return (
    <Confirm
      title={isRelease ? `Release ${serialNumber} from hold?` : `Revoke ${serialNumber}?`}
      action={isRelease ? 'Release' : 'Revoke'}
      danger={!isRelease}
      typed={serialNumber}
      onConfirm={revoke}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text size="sm">
          Issued by {issuerText(certificate)} and later deleted from the inventory. Its name and usage are no longer
          available.
        </Text>
        <ReasonChoice reasons={reasonsAfter(revocation.state)} value={reason} onChange={setReason} />
      </Stack>
    </Confirm>
  )
}
