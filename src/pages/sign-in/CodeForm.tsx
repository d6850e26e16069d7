import { changeSession } from '#api/session.ts'
import { type SessionState, signOut, verifyOtp } from '#contract/session.ts'
import { CheckboxField } from '#ui/CheckboxField.tsx'
import { CodeField } from '#ui/CodeField.tsx'
import { Button, Stack, Text } from '#ui/layout.ts'
import { keepingColorScheme } from '#ui/theme.ts'
import { retype, useCheckedForm } from './checked-form.ts'
import { oneTimeCode, toVerifyOtp } from './credentials.ts'
import { Refusal } from './Refusal.tsx'
import { useRefusal } from './refusal.ts'

type Props = { session: Extract<SessionState, { state: 'otp' }>; onSignedIn?: () => void }

/** The second step: the one-time code. A wrong one is explained, and the field is ready for the next. */
export function CodeForm({ session: { message, rememberDays }, onSignedIn }: Props) {
  const refusal = useRefusal()
  const { errors, pending, formProps } = useCheckedForm(oneTimeCode, async (entered, form) => {
    const session = await refusal.unlessRefused(() => changeSession(verifyOtp, toVerifyOtp(entered)))
    if (session?.state === 'signed-in') onSignedIn?.()
    else retype(form, 'otp')
  })
  const startAgain = () => refusal.unlessRefused(() => keepingColorScheme(() => changeSession(signOut, {})))

  return (
    <form {...formProps} aria-label="One-time code">
      <Stack gap="md">
        <Refusal {...refusal} />
        {message && <Text size="sm">{message}</Text>}
        <CodeField name="otp" label="One-time code" autoFocus error={errors.otp} />
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
          Start again
        </Button>
      </Stack>
    </form>
  )
}
