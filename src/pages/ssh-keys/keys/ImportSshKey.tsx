import { useState } from 'react'
import * as z from 'zod'
import { change } from '#api/change.ts'
import { sshKeyFindings } from '#contract/keys/rules/ssh-key.ts'
import { addSshKey } from '#contract/keys/ssh.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { FileField } from '#ui/form/FileField.tsx'
import { PasswordField } from '#ui/form/PasswordField.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Properties } from '#ui/values/Properties.tsx'
import { type KeyFile, readKeyFile } from './key-file.ts'
import { KeyFormPage } from './KeyFormPage.tsx'
import { keyNameField } from './new-key.ts'
import { StrengthNotices } from './Strength.tsx'

const importForm = z.object({
  keyName: keyNameField,
  file: z.string().min(1, 'Choose the file of the private key'),
  passphrase: z.string(),
})

type Chosen = { file: File; read: KeyFile | undefined }

/** Brings a private key here. The file is read on this machine first. */
export function Component() {
  const [chosen, setChosen] = useState<Chosen>()
  const choose = async (file: File) => setChosen({ file, read: await readKeyFile(await file.text()) })
  return (
    <KeyFormPage
      title="Import an SSH key"
      action="Import the key"
      schema={importForm}
      send={async ({ keyName, file, passphrase }) => {
        if (!chosen) return keyName
        const File = { name: file, bytes: new Uint8Array(await chosen.file.arrayBuffer()) }
        await change(addSshKey, { keyName, ...(passphrase !== '' && { passphrase }), File })
        return keyName
      }}
      renderFields={(errors) => (
        <>
          <FileField
            label="Choose the private key"
            name="file"
            file={chosen?.file}
            onFile={(file) => void choose(file)}
            error={errors.file}
          />
          {chosen && <WhatItIs read={chosen.read} />}
          <TextField name="keyName" label="Name" maxLength={255} error={errors.keyName} />
          <PasswordField
            name="passphrase"
            label="Passphrase of the file"
            description={
              chosen?.read?.isEncrypted === false
                ? 'This file has none.'
                : 'Needed to open the file, and kept sealed with it.'
            }
            autoComplete="off"
          />
        </>
      )}
    />
  )
}

function WhatItIs({ read }: { read: KeyFile | undefined }) {
  if (!read) {
    return (
      <Notice tone="warn" title="This does not look like a private key">
        <span>Keys of OpenSSH, PKCS#1, PKCS#8, SEC1 and PuTTY can be imported; a public half (.pub) cannot.</span>
      </Notice>
    )
  }
  const { form, isEncrypted, type, bits, fingerprint } = read
  const sealed = isEncrypted === undefined ? 'Unknown' : isEncrypted ? 'Yes, by a passphrase' : 'No'
  return (
    <>
      <Properties
        title="What the file says"
        columns={1}
        items={[
          { label: 'Form', value: form },
          { label: 'Type', value: type ?? 'Seen when the file is opened' },
          { label: 'Length', value: bits === undefined ? 'Seen when the file is opened' : `${bits} bits` },
          { label: 'Fingerprint', value: fingerprint ?? 'Seen when the file is opened', copy: fingerprint },
          { label: 'Encrypted', value: sealed },
        ]}
      />
      <StrengthNotices findings={sshKeyFindings(type ?? '', bits)} />
    </>
  )
}
