import type { ReactNode } from 'react'
import type { SessionState } from '#contract/session.ts'
import { CodeForm } from './CodeForm.tsx'

/** The step that comes next. The session says which one it is, so that it survives a reload. */
export function SignInSteps({ session, first }: { session: SessionState | undefined; first: ReactNode }) {
  return session?.state === 'otp' ? <CodeForm session={session} /> : first
}
