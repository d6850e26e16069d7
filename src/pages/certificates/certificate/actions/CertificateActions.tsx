import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { paths } from '#paths.ts'
import { Button } from '#ui/layout/layout.ts'
import { DeleteDialog } from './DeleteDialog.tsx'
import { DeployDialog } from './DeployDialog.tsx'
import { Outcome } from './Outcome.tsx'
import { RevokeDialog } from './RevokeDialog.tsx'
import type { Subject } from './subject.ts'

const actions = ['Deploy', 'Revoke', 'Delete'] as const
type Action = (typeof actions)[number]

/** What can be done with it. Who may not is told why in the dialog. */
export function CertificateActions(subject: Subject) {
  const [open, setOpen] = useState<Action>()
  const [outcome, setOutcome] = useState<string>()
  const navigate = useNavigate()
  const close = () => setOpen(undefined)
  return (
    <>
      <Button component={Link} variant="default" to={paths.renewCertificate(subject.row.id)}>
        Renew
      </Button>
      {actions.map((action) => (
        <Button key={action} variant="default" onClick={() => setOpen(action)}>
          {action}
        </Button>
      ))}
      {open === 'Deploy' && <DeployDialog {...subject} onClose={close} />}
      {open === 'Revoke' && <RevokeDialog {...subject} onDone={setOutcome} onClose={close} />}
      {open === 'Delete' && (
        <DeleteDialog
          {...subject}
          onDone={(notice) => navigate(paths.certificates, { state: { notice } })}
          onClose={close}
        />
      )}
      {outcome !== undefined && <Outcome text={outcome} onClose={() => setOutcome(undefined)} />}
    </>
  )
}
