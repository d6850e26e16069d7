import { type ReactNode, Suspense } from 'react'
import type { SessionState } from '#contract/session.ts'
import { Loading } from '#ui/feedback/Loading.tsx'
import { later } from '#ui/layout/later.ts'

const loadCodeForm = async () => (await import('./CodeForm.tsx')).CodeForm
const CodeForm = later(loadCodeForm)

/** Preloads the second step. */
export const loadSecondStep = () => void loadCodeForm().catch(() => undefined)

/** The current step. The session determines it, so that it survives a reload. */
export function SignInSteps({ session, first }: { session: SessionState | undefined; first: ReactNode }) {
  if (session?.state !== 'otp') return first
  return (
    <Suspense fallback={<Loading lines={6} />}>
      <CodeForm session={session} />
    </Suspense>
  )
}
