import * as z from 'zod/mini'
import { change, invalidate } from '#api/change.ts'
import { useSentForm } from '#components/actions/use-sent-form.ts'
import { AuthenticatorSetup } from '#components/accounts/AuthenticatorSetup.tsx'
import { DialogButtons } from '#components/actions/DialogButtons.tsx'
import { listRememberedDevices } from '#contract/console/account.ts'
import { confirmAuthenticator, enrollmentMinutes } from '#contract/desktop/account.ts'
import { verifyOtp } from '#contract/session.ts'
import { Refused } from '#pages/settings/Refused.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { retype } from '#ui/form/checked-form.ts'
import { Form } from '#ui/form/Form.tsx'
import { CodeField } from '#ui/form/CodeField.tsx'
import { Stack } from '#ui/layout/layout.ts'

export type Enrollment = { secret: string; address: string }

const firstCode = z.object({ otp: verifyOtp.input.shape.otp })

/** Sets up an authenticator app. The second factor changes only after the first code has been verified. */
export function AccountAuthenticator({ enrollment, onClose }: { enrollment: Enrollment; onClose: () => void }) {
  const { problem, pending, formProps } = useSentForm(
    firstCode,
    async (entered) => {
      await change(confirmAuthenticator, entered)
      await invalidate(listRememberedDevices.reads)
      onClose()
    },
    (form) => retype(form, 'otp'),
  )
  return (
    <Dialog title="Set up an authenticator app" onClose={onClose}>
      <Form {...formProps} aria-label="Set up an authenticator app">
        <Stack gap="md">
          <AuthenticatorSetup {...enrollment} />
          <CodeField
            name="otp"
            label="One-time code"
            description={`Enter the first code within ${enrollmentMinutes} minutes. Until then, sign-in does not change.`}
            autoFocus
          />
          <Refused problem={problem} />
          <DialogButtons action="Verify" pending={pending} onClose={onClose} />
        </Stack>
      </Form>
    </Dialog>
  )
}
