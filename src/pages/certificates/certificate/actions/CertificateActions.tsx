import { Suspense, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useMay } from '#api/may.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { deleteCertificate, deployCertificate, revokeCertificate } from '#contract/keys/certificates.ts'
import { createRequest } from '#contract/keys/requests.ts'
import { paths } from '#paths.ts'
import { DeleteDialog, DeployDialog, RevokeDialog } from './later-dialogs.ts'
import type { RevocationCallbacks, Subject } from './subject.ts'

type Props = RevocationCallbacks & {
  row: Subject['row']
  /** Undefined while loading; actions are rendered already, to avoid layout shifts. */
  subject: Subject | undefined
}

/** Actions of the certificate. */
export function CertificateActions({ row, subject, onRevoked, onFailed }: Props) {
  const navigate = useNavigate()
  const mayDeploy = useMay()(deployCertificate.permission)
  const { opens } = (useLocation().state ?? {}) as { opens?: string }
  const [isDeploying, setDeploying] = useState(opens === 'deploy' && mayDeploy)
  const reason = subject ? undefined : 'The details of the certificate are still loading.'
  return (
    <>
      <ActionLink endpoint={createRequest} to={paths.renewCertificate(row.id)}>
        Renew
      </ActionLink>
      <ActionButton
        endpoint={deployCertificate}
        reason={reason}
        renderDialog={(close) => subject && <DeployDialog {...subject} onClose={close} />}
      >
        Deploy
      </ActionButton>
      <ActionButton
        endpoint={revokeCertificate}
        reason={reason}
        renderDialog={(close) =>
          subject && <RevokeDialog {...subject} onDone={onRevoked} onFailed={onFailed} onClose={close} />
        }
      >
        Revoke
      </ActionButton>
      <ActionButton
        endpoint={deleteCertificate}
        reason={reason}
        renderDialog={(close) =>
          subject && (
            <DeleteDialog
              {...subject}
              onDone={(notice) => navigate(paths.certificates, { state: { notice } })}
              onClose={close}
            />
          )
        }
      >
        Delete
      </ActionButton>
      <Suspense>{isDeploying && subject && <DeployDialog {...subject} onClose={() => setDeploying(false)} />}</Suspense>
    </>
  )
}
