import { useState } from 'react'
import { PassphraseHints } from '#components/secrets/PassphraseHints.tsx'
import { sshKeyFindings } from '#contract/keys/rules/ssh-key.ts'
import { PasswordField } from '#ui/form/PasswordField.tsx'
import { SelectField } from '#ui/form/SelectField.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { sshKeyLengths, type SshKeyType, typeOptions } from './new-key.ts'
import { StrengthNotices } from './Strength.tsx'

/** Fields of a new key; the available lengths depend on its type. */
export function NewKeyFields({ name }: { name?: string }) {
  const [type, setType] = useState<SshKeyType>('ed25519')
  const lengths: readonly string[] = sshKeyLengths[type]
  const [chosen, setLength] = useState('')
  const [passphrase, setPassphrase] = useState('')
  const length = lengths.includes(chosen) ? chosen : lengths[0]
  return (
    <>
      <TextField name="keyName" label="Name" maxLength={255} defaultValue={name} autoFocus={name === undefined} />
      <SelectField
        name="keyType"
        label="Type"
        options={typeOptions}
        value={type}
        onChange={({ currentTarget }) => setType(currentTarget.value as SshKeyType)}
      />
      {length !== undefined && (
        <SelectField
          name="length"
          label="Length"
          options={lengths.map((bits) => ({ value: bits, label: `${bits} bits` }))}
          value={length}
          onChange={({ currentTarget }) => setLength(currentTarget.value)}
        />
      )}
      <StrengthNotices findings={sshKeyFindings(type, length === undefined ? undefined : Number(length))} />
      <TextField name="comment" label="Comment" description="Appended to the key in authorized_keys." />
      <PasswordField
        name="passPhrase"
        label="Passphrase"
        description="Encrypts the private key file. Without one, the exported file is not encrypted."
        autoComplete="new-password"
        onChange={({ currentTarget }) => setPassphrase(currentTarget.value)}
      />
      <PassphraseHints passphrase={passphrase} />
      <PasswordField name="repeated" label="Confirm passphrase" autoComplete="new-password" />
    </>
  )
}
