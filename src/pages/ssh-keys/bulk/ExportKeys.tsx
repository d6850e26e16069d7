import { useState } from 'react'
import { useMay } from '#api/may.ts'
import { JobDialog } from '#components/bulk/JobDialog.tsx'
import { useReason } from '#components/reason/use-reason.ts'
import type { SshKeyRow } from '#contract/keys/rules/ssh-key-list.ts'
import { exportSshKey, getSshKeyPassphrase } from '#contract/keys/ssh.ts'
import { SelectField } from '#ui/form/SelectField.tsx'
import { keyNouns, plansFor } from './key-plan.ts'

type Props = { rows: readonly SshKeyRow[]; onClose: () => void }

/** Exports several keys in one archive: public keys, or private keys with a reason and an identity confirmation. */
export function ExportKeys({ rows, onClose }: Props) {
  const mayReveal = useMay()(getSshKeyPassphrase.permission)
  const [half, setHalf] = useState('public')
  const { askReason, dialog } = useReason()
  const order = async () => {
    const wanted = { endpoint: exportSshKey, input: { keyExportType: half }, title: `(${half})` }
    if (half === 'public') return wanted
    const why = await askReason({
      title: 'Export private keys?',
      action: 'Export',
      about: 'The files grant access to every account of these keys. The exports are recorded in the audit.',
    })
    return why && { ...wanted, why }
  }
  const effect = half === 'public' ? 'The public key, one line.' : 'The private key, in OpenSSH format.'
  return (
    <>
      <JobDialog
        title="Export SSH keys"
        action="Export"
        nouns={keyNouns}
        plans={plansFor(rows, () => ({ effects: [effect] }))}
        fields={
          <SelectField
            name="half"
            label="Files"
            value={half}
            options={[
              { value: 'public', label: 'Public keys' },
              ...(mayReveal ? [{ value: 'private', label: 'Private keys' }] : []),
            ]}
            onChange={({ currentTarget }) => setHalf(currentTarget.value)}
          />
        }
        order={order}
        onClose={onClose}
      />
      {dialog}
    </>
  )
}
