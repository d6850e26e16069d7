import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { deleteCertificate, deployCertificate, revokeCertificate } from '#contract/keys/certificates.ts'
import { createRequest } from '#contract/keys/requests.ts'
import { paths } from '#paths.ts'
import { DeleteDialog } from './DeleteDialog.tsx'
import { DeployDialog } from './DeployDialog.tsx'
import { Outcome } from './Outcome.tsx'
import { RevokeDialog } from './RevokeDialog.tsx'
import type { Subject } from './subject.ts'

/** What can be done with it. */
export function CertificateActions(subject: Subject) {
  const [outcome, setOutcome] = useState<string>()
  const navigate = useNavigate()
  return (
    <>
      <ActionLink endpoint={createRequest} to={paths.renewCertificate(subject.row.id)}>
        Renew
      </ActionLink>
      <ActionButton
        endpoint={deployCertificate}
        renderDialog={(close) => <DeployDialog {...subject} onClose={close} />}
      >
        Deploy
      </ActionButton>
      <ActionButton
        endpoint={revokeCertificate}
        renderDialog={(close) => <RevokeDialog {...subject} onDone={setOutcome} onClose={close} />}
      >
        Revoke
      </ActionButton>
      <ActionButton
        endpoint={deleteCertificate}
        renderDialog={(close) => (
          <DeleteDialog
            {...subject}
            onDone={(notice) => navigate(paths.certificates, { state: { notice } })}
            onClose={close}
          />
        )}
      >
        Delete
      </ActionButton>
      {outcome !== undefined && <Outcome text={outcome} onClose={() => setOutcome(undefined)} />}
    </>
  )
}
