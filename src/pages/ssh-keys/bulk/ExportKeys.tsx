import { useState } from 'react'
import { call } from '#api/call.ts'
import { useMay } from '#api/may.ts'
import { ArchiveDialog } from '#components/bulk/ArchiveDialog.tsx'
import { useReason } from '#components/reason/use-reason.ts'
import type { SshKeyRow } from '#contract/keys/rules/ssh-key-list.ts'
import { exportSshKey, getSshKeyPassphrase } from '#contract/keys/ssh.ts'
import { type StatedReason, withReason } from '#contract/reason.ts'
import { SelectField } from '#ui/form/SelectField.tsx'
import { keyNouns, plansFor } from './key-plan.ts'

type Props = { rows: readonly SshKeyRow[]; onClose: () => void }
type Wanted = { why?: StatedReason }

/** Several keys as files of one archive: the public halves, or the private ones with a reason and a fresh proof. */
export function ExportKeys({ rows, onClose }: Props) {
  const mayReveal = useMay()(getSshKeyPassphrase.permission)
  const [half, setHalf] = useState('public')
  const { askReason, dialog } = useReason()
  const begin = async (): Promise<Wanted | undefined> => {
    if (half === 'public') return {}
    const why = await askReason({
      title: 'Export private keys?',
      action: 'Export',
      about: 'The files grant access to every account of these keys. The exports are recorded in the audit.',
    })
    return why && { why }
  }
  const effect = half === 'public' ? 'The public key, one line.' : 'The private key, in OpenSSH format.'
  return (
    <>
      <ArchiveDialog
        title="Export SSH keys"
        name="ssh-keys"
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
        begin={begin}
        fetch={fetchFile}
        onClose={onClose}
      />
      {dialog}
    </>
  )
}

async function fetchFile(keyName: string, { why }: Wanted) {
  const { name, bytes } = await (why
    ? call(withReason(exportSshKey), { keyName, keyExportType: 'private', ...why })
    : call(exportSshKey, { keyName, keyExportType: 'public' }))
  return { name: name || keyName, bytes }
}
