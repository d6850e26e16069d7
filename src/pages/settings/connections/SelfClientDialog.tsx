import * as z from 'zod/mini'
import { change } from '#api/change.ts'
import { DialogButtons } from '#components/actions/DialogButtons.tsx'
import { useSentForm } from '#components/actions/use-sent-form.ts'
import { connectSelfClient, type ConnectionView } from '#contract/console/connections.ts'
import { Refused } from '#pages/settings/Refused.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Form } from '#ui/form/Form.tsx'
import { PasswordField } from '#ui/form/PasswordField.tsx'
import { Stack, Text } from '#ui/layout/layout.ts'
import { CopyButton } from '#ui/values/CopyButton.tsx'
import { Steps } from '#ui/wizard/Steps.tsx'
import { scopesOf } from './self-client-scopes.ts'

const codeForm = z.pick(connectSelfClient.input, { code: true })
type Props = { connection: ConnectionView; onClose: () => void }

/**
 * Grants access with a code generated in the developer console, without a consent page (desktop-management,
 * Self-client).
 */
export function SelfClientDialog({ connection, onClose }: Props) {
  const { problem, pending, formProps } = useSentForm(codeForm, async ({ code }) => {
    await change(connectSelfClient, { connection: connection.name, code })
    onClose()
  })
  const scopes = scopesOf(connection).join(',')
  return (
    <Dialog title={`Connect ${connection.name} with a self-client code`} onClose={onClose}>
      <Form {...formProps} aria-label="Connect with a self-client code">
        <Stack gap="md">
          <Steps
            label="How to connect"
            items={[
              {
                title: 'Open the developer console of the identity provider',
                children: (
                  <p>
                    Sign in with the account that this console should use, open the client of this console and choose
                    Self-client.
                  </p>
                ),
              },
              {
                title: 'Enter these scopes, and 10 minutes',
                children: (
                  <>
                    <code>{scopes}</code>
                    <CopyButton value={scopes} label="Copy scopes" withText />
                  </>
                ),
              },
              {
                title: 'Copy the code and paste it here',
                children: (
                  <>
                    <p>It can be used once and expires after ten minutes.</p>
                    <PasswordField name="code" label="Code" autoComplete="off" autoFocus />
                  </>
                ),
              },
            ]}
          />
          <Refused problem={problem} />
          {problem && problem.code !== 'NOT_CONFIRMED' && (
            <Text size="sm">If the code has expired or was used, generate a new one in step 2.</Text>
          )}
          <DialogButtons action="Connect" pending={pending} onClose={onClose} />
        </Stack>
      </Form>
    </Dialog>
  )
}
