import type { SessionState } from '#contract/session.ts'
import { CodeForm } from './CodeForm.tsx'
import { PasswordForm } from './PasswordForm.tsx'

type Props = { session: SessionState | undefined; userName?: string; onSignedIn?: () => void }

/** The step that comes next. The session says which one it is, so that it survives a reload. */
export function SignInSteps({ session, userName, onSignedIn }: Props) {
  if (session?.state === 'otp') return <CodeForm session={session} onSignedIn={onSignedIn} />
  return <PasswordForm userName={userName} onSignedIn={onSignedIn} />
}
