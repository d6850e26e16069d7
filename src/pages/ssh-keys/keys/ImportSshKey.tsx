import { useState } from 'react'
import * as z from 'zod/mini'
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
  file: z.string().check(z.minLength(1, 'Choose a private key file')),
  passphrase: z.string(),
})

type Chosen = { file: File; read: KeyFile | undefined }

/** Size limit of the service. A larger file is not read. */
const maxBytes = 64 * 1024

/** Imports a private key. The file is parsed in the browser first. */
export function Component() {
  const [chosen, setChosen] = useState<Chosen>()
  const choose = async (file: File) =>
    setChosen({ file, read: file.size > maxBytes ? undefined : await readKeyFile(await file.text()) })
  return (
    <KeyFormPage
      endpoint={addSshKey}
      title="Import an SSH key"
      action="Import key"
      schema={importForm}
      send={async ({ keyName, file, passphrase }) => {
        if (!chosen) return keyName
        const File = { name: file, bytes: new Uint8Array(await chosen.file.arrayBuffer()) }
        await change(addSshKey, { keyName, ...(passphrase !== '' && { passphrase }), File })
        return keyName
      }}
    >
      <FileField label="Choose a private key" name="file" file={chosen?.file} onFile={(file) => void choose(file)} />
      {chosen && <WhatItIs read={chosen.read} />}
      <TextField name="keyName" label="Name" maxLength={255} />
      <PasswordField
        name="passphrase"
        label="File passphrase"
        description={
          chosen?.read?.isEncrypted === false
            ? 'This file has no passphrase.'
            : 'Required to decrypt the file. Stored encrypted with the key.'
        }
        autoComplete="off"
      />
    </KeyFormPage>
  )
}

function WhatItIs({ read }: { read: KeyFile | undefined }) {
  if (!read) {
    return (
      <Notice tone="warn" title="This does not look like a private key">
        <span>OpenSSH, PKCS#1, PKCS#8, SEC1 and PuTTY private keys can be imported. Public keys (.pub) cannot.</span>
      </Notice>
    )
  }
  const { form, isEncrypted, type, bits, fingerprint } = read
  const unread = isEncrypted === false ? 'Shown after import' : 'Shown after decryption'
  if (type?.startsWith('sk-')) {
    return (
      <Notice tone="bad" title="This key is in a hardware token" urgent>
        <span>
          The file ({type}) is only a reference to it and cannot be used without the token. Choose another key.
        </span>
      </Notice>
    )
  }
  const sealed = isEncrypted === undefined ? 'Unknown' : isEncrypted ? 'Yes, with a passphrase' : 'No'
  return (
    <>
      <Properties
        title="File details"
        columns={1}
        items={[
          { label: 'Format', value: form },
          { label: 'Type', value: type ?? unread },
          { label: 'Length', value: bits === undefined ? unread : `${bits} bits` },
          { label: 'Fingerprint', value: fingerprint ?? unread, copy: fingerprint },
          { label: 'Encrypted', value: sealed },
        ]}
      />
      <StrengthNotices findings={sshKeyFindings(type ?? '', bits)} />
    </>
  )
}
