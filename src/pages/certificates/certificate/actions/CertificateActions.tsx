import { Suspense, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useMay } from '#api/may.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { deleteCertificate, deployCertificate, revokeCertificate } from '#contract/keys/certificates.ts'
import { createRequest } from '#contract/keys/requests.ts'
import { paths } from '#paths.ts'
import { later } from '#ui/layout/later.ts'
import type { RevocationTold, Subject } from './subject.ts'

const loadDelete = () => import('./DeleteDialog.tsx')
const loadDeploy = () => import('./DeployDialog.tsx')
const loadRevoke = () => import('./RevokeDialog.tsx')
const DeleteDialog = later(async () => (await loadDelete()).DeleteDialog)
const DeployDialog = later(async () => (await loadDeploy()).DeployDialog)
const RevokeDialog = later(async () => (await loadRevoke()).RevokeDialog)

/** Behind the page, for whoever opens one of them next. */
export const loadDialogs = () => Promise.all([loadDelete(), loadDeploy(), loadRevoke()])

/** What can be done with it. */
export function CertificateActions({ onRevoked, onFailed, ...subject }: Subject & RevocationTold) {
  const navigate = useNavigate()
  const mayDeploy = useMay()(deployCertificate.permission)
  const { opens } = (useLocation().state ?? {}) as { opens?: string }
  const [isDeploying, setDeploying] = useState(opens === 'deploy' && mayDeploy)
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
        renderDialog={(close) => <RevokeDialog {...subject} onDone={onRevoked} onFailed={onFailed} onClose={close} />}
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
      <Suspense>{isDeploying && <DeployDialog {...subject} onClose={() => setDeploying(false)} />}</Suspense>
    </>
  )
}
