import { later } from '#ui/layout/later.ts'
import { Suspense } from 'react'
import { changeSession } from '#api/session.ts'
import { type SessionState, signOut, verifyOtp } from '#contract/session.ts'
import { Loading } from '#ui/feedback/Loading.tsx'
import { CheckboxField } from '#ui/form/CheckboxField.tsx'
import { retype, useCheckedForm } from '#ui/form/checked-form.ts'
import { Form } from '#ui/form/Form.tsx'
import { CodeField } from '#ui/form/CodeField.tsx'
import { Button, Stack } from '#ui/layout/layout.ts'
import { keepingSettings } from '#ui/theme/kept-settings.ts'
import { CodeHint } from './CodeHint.tsx'
import { oneTimeCode, toVerifyOtp } from './credentials.ts'
import { useRefusal } from './refusal.ts'
import { Refusal } from './Refusal.tsx'

// Loaded on demand: rarely needed.
const AuthenticatorSetup = later(
  async () => (await import('#components/accounts/AuthenticatorSetup.tsx')).AuthenticatorSetup,
)

type Props = { session: Extract<SessionState, { state: 'otp' }> }

/** Second step: the one-time code. After a wrong code, the field is cleared for the next attempt. */
export function CodeForm({ session: { message, rememberDays, enrollment } }: Props) {
  const refusal = useRefusal()
  const { pending, formProps } = useCheckedForm(oneTimeCode, async (entered, form) => {
    const session = await refusal.unlessRefused(() => changeSession(verifyOtp, toVerifyOtp(entered)))
    if (session?.state !== 'signed-in') retype(form, 'otp')
  })
  const startAgain = () => refusal.unlessRefused(() => keepingSettings(() => changeSession(signOut, {})))

  // No further code would be accepted.
  if (refusal.problem?.code === 'OTP_EXPIRED')
    return (
      <Stack gap="md">
        <Refusal {...refusal} />
        <Button fullWidth autoFocus onClick={() => void startAgain()}>
          Sign in again
        </Button>
      </Stack>
    )
  return (
    <Form {...formProps} aria-label="One-time code">
      <Stack gap="md">
        <Refusal {...refusal} />
        {enrollment ? (
          <Suspense fallback={<Loading lines={8} />}>
            <AuthenticatorSetup {...enrollment} />
          </Suspense>
        ) : (
          <CodeHint message={message} />
        )}
        <CodeField name="otp" label="One-time code" autoFocus />
        {rememberDays > 0 && (
          <CheckboxField
            name="remember"
            label={`Remember this device for ${rememberDays === 1 ? 'a day' : `${rememberDays} days`}`}
          />
        )}
        <Button type="submit" fullWidth loading={pending} disabled={refusal.secondsLeft > 0}>
          Verify
        </Button>
        <Button variant="subtle" fullWidth onClick={() => void startAgain()}>
          Use another account
        </Button>
      </Stack>
    </Form>
  )
}
