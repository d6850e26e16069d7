import * as z from 'zod/mini'
import { change } from '#api/change.ts'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import { addAcmeServer } from '#contract/keys/acme-orders.ts'
import { CheckboxField } from '#ui/form/CheckboxField.tsx'
import { PasswordField } from '#ui/form/PasswordField.tsx'
import { TextAreaField } from '#ui/form/TextAreaField.tsx'
import { TextField } from '#ui/form/TextField.tsx'

const form = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'Enter a name.'), z.maxLength(100)),
  directory: z
    .string()
    .check(
      z.trim(),
      z.regex(/^https:\/\/[!-~]+$/, 'Enter an https address, such as https://ca.example.com/directory.'),
    ),
  contact: z.string().check(z.trim(), z.regex(/^([^\s@,?]+@[^\s@,?]+)?$/, 'Enter one email address.')),
  keyId: z.string().check(z.trim()),
  hmacKey: z.string().check(z.trim(), z.regex(/^[\w-]*$/, 'Enter the key as base64url.')),
  ca: z.string(),
  acceptTerms: z.optional(z.string()),
})

/** Registers an ACME account; the service creates and stores its key. */
export const AddAcmeServer = ({ onClose }: { onClose: () => void }) => (
  <FormDialog
    title="Add an ACME authority"
    action="Register account"
    schema={form}
    send={({ acceptTerms, contact, keyId, hmacKey, ca, ...rest }: z.output<typeof form>) =>
      change(addAcmeServer, {
        ...rest,
        acceptTerms: acceptTerms === 'on',
        ...(contact !== '' && { contact }),
        ...(keyId !== '' && { keyId }),
        ...(hmacKey !== '' && { hmacKey }),
        ...(ca.trim() !== '' && { ca }),
      })
    }
    onClose={onClose}
  >
    <TextField name="name" label="Name" maxLength={100} autoFocus />
    <TextField
      name="directory"
      label="Directory address"
      description="From the documentation of the authority, such as https://acme-v02.api.letsencrypt.org/directory."
    />
    <TextField name="contact" label="Email (optional)" description="The authority sends notifications to it." />
    <TextField
      name="keyId"
      label="Key identifier (optional)"
      description="For external account binding, if the authority requires it."
    />
    <PasswordField name="hmacKey" label="HMAC key (optional)" autoComplete="off" />
    <TextAreaField
      name="ca"
      label="Trusted certificates (optional)"
      rows={3}
      description="PEM of the CA that issued the TLS certificate of the authority, if it is a private CA."
    />
    <CheckboxField
      name="acceptTerms"
      label="I accept the terms of service"
      description="To see the address of the terms, register without accepting them first."
    />
  </FormDialog>
)
