import { useRevalidator } from 'react-router'
import { refetchFailed } from '#api/session.ts'
import type { SessionState } from '#contract/session.ts'
import { Dialog } from '#ui/Dialog.tsx'
import { Text } from '#ui/layout.ts'
import { SignInSteps } from './SignInSteps.tsx'

/** The session has ended while somebody was working: the page below stays as it is. */
export function SignInAgain({ userName, session }: { userName: string; session: SessionState | undefined }) {
  const { revalidate } = useRevalidator()
  const goOn = async () => {
    await refetchFailed()
    await revalidate()
  }
  return (
    <Dialog title="Sign in again">
      <Text size="sm" mb="md">
        Your session has ended. What you typed on this page stays here.
      </Text>
      <SignInSteps session={session} userName={userName} onSignedIn={() => void goOn()} />
    </Dialog>
  )
}
