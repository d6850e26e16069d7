import * as z from 'zod/mini'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import type { Input } from '#contract/endpoint.ts'
import { createUser, type User } from '#contract/mdm/users.ts'
import { TextField } from '#ui/form/TextField.tsx'

/** Schema of the request; empty form values are omitted. */
const { shape } = createUser.input
const emptyIsNone = (text: unknown) => (text === '' ? undefined : text)
const form = z.object({
  ...shape,
  user_name: z.pipe(z.string().check(z.trim(), z.minLength(1, 'Enter a user name')), shape.user_name),
  phone_number: z.pipe(z.transform(emptyIsNone), shape.phone_number),
  domain: z.pipe(z.transform(emptyIsNone), shape.domain),
})

type Props = {
  title: string
  action: string
  user?: User
  send: (user: Input<typeof createUser>) => Promise<unknown>
  onClose: () => void
}

export const UserForm = ({ title, action, user, send, onClose }: Props) => (
  <FormDialog title={title} action={action} schema={form} send={send} onClose={onClose}>
    <TextField name="user_name" label="Name" maxLength={300} autoFocus defaultValue={user?.user_name} />
    <TextField name="user_email" label="Email" inputMode="email" maxLength={254} defaultValue={user?.user_email} />
    <TextField
      name="phone_number"
      label="Telephone"
      description="Optional."
      inputMode="tel"
      maxLength={50}
      defaultValue={user?.phone_number}
    />
    <TextField name="domain" label="Domain" description="Optional." maxLength={200} defaultValue={user?.domain} />
  </FormDialog>
)
