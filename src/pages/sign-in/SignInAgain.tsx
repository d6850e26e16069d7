import { useQuery } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { type SessionState, type SignedIn, startCloudSignIn } from '#contract/session.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Text } from '#ui/layout/layout.ts'
import { CloudWindow } from './CloudWindow.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { signInOptionsQuery } from './sign-in-options.ts'
import { SignInSteps } from './SignInSteps.tsx'

/** Signs in again after the session has ended, with the page below unchanged. */
export function SignInAgain({ before, session }: { before: SignedIn; session: SessionState | undefined }) {
  return (
    <Dialog title="Sign in again">
      <Text size="sm" mb="md">
        Your session has ended. Your input on this page is kept.
      </Text>
      <SignInSteps
        session={session}
        first={before.by === 'cloud' ? <Again /> : <PasswordForm userName={before.user.name} />}
      />
    </Dialog>
  )
}

function Again() {
  const { data: options } = useQuery(signInOptionsQuery)
  const begin = async () => (await call(startCloudSignIn, { inWindow: true })).address
  return <CloudWindow label={`Sign in with ${options?.cloud ?? 'the identity provider'}`} begin={begin} />
}
