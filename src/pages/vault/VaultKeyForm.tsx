import { useState } from 'react'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import { addVaultKey, updateVaultKey } from '#contract/keys/vault.ts'
import { FileField } from '#ui/form/FileField.tsx'
import { PasswordField } from '#ui/form/PasswordField.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Group, Text } from '#ui/layout/layout.ts'
import { nameOf, storeKey, type VaultKey, vaultKeyForm } from './vault-key.ts'

type Props = {
  /** The key that is replaced. */
  former?: VaultKey
  onClose: () => void
}

/** Form for a vault key: its file, passphrase and descriptions. */
export function VaultKeyForm({ former, onClose }: Props) {
  const [file, setFile] = useState<File>()
  const name = former && nameOf(former)
  return (
    <FormDialog
      title={name === undefined ? 'Add a key to the vault' : `Replace “${name}”`}
      action={former ? 'Replace key' : 'Add key'}
      schema={vaultKeyForm}
      send={async (entered) => {
        if (!file) return
        await storeKey(former ? updateVaultKey : addVaultKey, entered, file)
      }}
      onClose={onClose}
    >
      <Text size="sm">
        {former
          ? 'Choose the file and enter its passphrase again. They replace the current ones. The ID does not change.'
          : 'Any file up to 1 MiB. Stored encrypted and exported unchanged.'}
      </Text>
      {name === undefined ? (
        <TextField name="keyName" label="Name" maxLength={255} autoFocus />
      ) : (
        <input type="hidden" name="keyName" value={name} />
      )}
      <FileField label="Choose the file" name="file" file={file} onFile={setFile} />
      <Group grow align="start">
        <TextField name="keyType" label="Type" defaultValue={former?.['Key Type']} />
        <TextField name="datacenter" label="Data center" defaultValue={former?.Datacenter} />
      </Group>
      <TextField name="instanceName" label="Instance" defaultValue={former?.['Instance Name']} />
      <TextField name="description" label="Description" defaultValue={former?.Description} />
      <PasswordField
        name="passphrase"
        label="File passphrase"
        description="If the file has one. Record it elsewhere as well, it cannot be retrieved later."
        autoComplete="off"
      />
    </FormDialog>
  )
}
