import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { change } from '#api/change.ts'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { loginMethods, setHostCredentials, sudoMethods } from '#contract/keys/host-credentials.ts'
import { firstKeys } from '#pages/ssh-keys/queries.ts'
import { CheckboxField } from '#ui/form/CheckboxField.tsx'
import { FileField } from '#ui/form/FileField.tsx'
import { PasswordField } from '#ui/form/PasswordField.tsx'
import { SelectField } from '#ui/form/SelectField.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Text } from '#ui/layout/layout.ts'
import { methodNames, sudoNames } from './login-names.ts'

type Method = (typeof loginMethods)[number]
type Sudo = (typeof sudoMethods)[number]

const loginForm = z
  .object({
    UserName: z.string().check(z.trim(), z.minLength(1, 'Enter a user'), z.maxLength(255, 'At most 255 characters')),
    Method: z.enum(loginMethods),
    Password: z.optional(z.string()),
    KeyName: z.optional(z.string()),
    PrivateKey: z.optional(z.string()),
    Passphrase: z.optional(z.string()),
    Sudo: z.enum(sudoMethods),
    SudoPassword: z.optional(z.string()),
    // Value that browsers send for a checked checkbox.
    isAdmin: z.optional(z.literal('on')),
  })
  .check(({ value, issues }) => {
    const need = (field: 'Password' | 'KeyName' | 'PrivateKey' | 'SudoPassword', message: string) => {
      if (!value[field]) issues.push({ code: 'custom', input: value, path: [field], message })
    }
    if (value.Method === 'password') need('Password', 'Enter the password')
    if (value.Method === 'key') need('KeyName', 'Choose a key')
    if (value.Method === 'key-file') need('PrivateKey', 'Choose a private key file')
    if (value.Sudo === 'password' && value.Method !== 'password') need('SudoPassword', 'Enter the sudo password')
  })

type Props = { name: string; onDone: (text: string) => void; onClose: () => void }

/** Login credentials, tested on the host before they are saved. */
export function HostLogin({ name, onDone, onClose }: Props) {
  const [method, setMethod] = useState<Method>('password')
  const [sudo, setSudo] = useState<Sudo>('none')
  const [file, setFile] = useState<File>()
  const { data: keys, error, refetch } = useQuery(firstKeys)
  const names = keys?.rows.flatMap(({ key }) => key.KeyName ?? []) ?? []
  const isCut = (keys?.total ?? 0) > names.length
  return (
    <FormDialog
      title={`Credentials for “${name}”`}
      action="Test and save"
      schema={loginForm}
      send={async ({ UserName, Method, Password, KeyName, Passphrase, Sudo, SudoPassword, isAdmin }) => {
        await change(setHostCredentials, {
          ResourceName: name,
          UserName,
          Method,
          Sudo,
          isAdmin: isAdmin === 'on',
          ...(Method === 'password' && { Password }),
          ...(Method === 'key' && { KeyName }),
          ...(Method === 'key-file' && { PrivateKey: await file?.text(), ...(Passphrase && { Passphrase }) }),
          ...(Sudo === 'password' && SudoPassword && { SudoPassword }),
        })
        onDone(`The host accepted a sign-in of ${UserName}; the credentials are stored encrypted`)
      }}
      onClose={onClose}
    >
      <Text size="sm">Credentials are tested on the host before they are saved.</Text>
      <TextField name="UserName" label="User on the host" autoComplete="off" autoFocus />
      <SelectField
        name="Method"
        label="Sign-in method"
        options={loginMethods.map((value) => ({ value, label: methodNames[value] }))}
        value={method}
        onChange={({ currentTarget }) =>
          setMethod(loginMethods.find((one) => one === currentTarget.value) ?? 'password')
        }
      />
      {method === 'password' && <PasswordField name="Password" label="Password on the host" autoComplete="off" />}
      {method === 'key' && isCut && (
        <TextField
          name="KeyName"
          label="SSH key"
          description="The exact name of the key. Its public key must already be in the host’s authorized_keys."
          autoComplete="off"
          maxLength={255}
        />
      )}
      {method === 'key' && <QueryProblem error={error} refetch={refetch} />}
      {method === 'key' && !isCut && (
        <SelectField
          name="KeyName"
          label="SSH key"
          options={
            names.length > 0
              ? names.map((value) => ({ value, label: value }))
              : [{ value: '', label: keys ? 'No SSH keys' : error ? 'Not loaded' : 'Loading …' }]
          }
          description="Its public key must already be in the host’s authorized_keys."
        />
      )}
      {method === 'key-file' && (
        <>
          <FileField
            label="Choose a private key"
            name="PrivateKey"
            file={file}
            onFile={setFile}
            description="OpenSSH, PEM, PKCS#8 or PuTTY. It is not added to the SSH keys."
          />
          <PasswordField name="Passphrase" label="File passphrase (if any)" autoComplete="off" />
        </>
      )}
      <SelectField
        name="Sudo"
        label="Administrator rights"
        options={sudoMethods.map((value) => ({ value, label: sudoNames[value] }))}
        value={sudo}
        onChange={({ currentTarget }) => setSudo(sudoMethods.find((one) => one === currentTarget.value) ?? 'none')}
      />
      {sudo === 'password' && (
        <PasswordField
          name="SudoPassword"
          label="Password for sudo"
          description={method === 'password' ? 'Empty: the same password.' : undefined}
          autoComplete="off"
        />
      )}
      <CheckboxField
        name="isAdmin"
        label="Also use for keys of other users"
        description="Requires root (UID 0) or sudo."
      />
    </FormDialog>
  )
}
