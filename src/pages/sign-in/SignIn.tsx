import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { explainProblems } from '#api/explained.ts'
import { problemOf } from '#api/problem.ts'
import { sessionQuery } from '#api/session.ts'
import type { SessionState } from '#contract/session.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { EntryPage } from '#ui/layout/EntryPage.tsx'
import { Button, Stack } from '#ui/layout/layout.ts'
import { isProblem, problemOfAddress, withoutProblem } from './problem-of-address.ts'
import { returnAddress } from './return-address.ts'
import classes from './SignIn.module.css'
import { SignInChoices } from './SignInChoices.tsx'
import { loadSecondStep, SignInSteps } from './SignInSteps.tsx'
import { SiteChoice } from './SiteChoice.tsx'

/** A separate document without router, so that each session starts with an empty state. */
function SignIn() {
  const { data: session, error, refetch } = useQuery(sessionQuery)
  const isDone = session?.state === 'signed-in'

  // The document.
  useEffect(() => {
    if (isDone) window.location.replace(returnAddress(new URLSearchParams(window.location.search)))
  }, [isDone])

  // Preloads the second step and the explanations of errors while the form is shown.
  useEffect(() => {
    loadSecondStep()
    void explainProblems()
  }, [])

  const step = titleOf(session)
  return (
    <EntryPage
      title={step}
      below={
        <>
          <SiteChoice />
          <p className={classes.note}>One console for desktops, mobile devices, keys and certificates.</p>
        </>
      }
    >
      {isDone && <p>Loading …</p>}
      {!isDone && (
        <Stack gap="md">
          <ProblemOnTheWay />
          {session && <SignInSteps session={session} first={<SignInChoices />} />}
          {!session && error && <NoAnswer error={error} onRetry={refetch} />}
        </Stack>
      )}
    </EntryPage>
  )
}

/** Corresponds to `startConsole` for all other pages. */
export async function startSignIn() {
  if (isProblem(new URLSearchParams(window.location.search))) await explainProblems()
  return <SignIn />
}

function titleOf(session: SessionState | undefined) {
  if (session?.state !== 'otp') return 'Sign in'
  return session.enrollment ? 'Set up your authenticator app' : 'Enter your one-time code'
}

/** Error of a sign-in at the identity provider, shown once. */
function ProblemOnTheWay() {
  const [problem] = useState(() => problemOfAddress(new URLSearchParams(window.location.search)))
  // Removes the error from the URL and the browser history.
  useEffect(() => window.history.replaceState(window.history.state, '', withoutProblem(window.location)), [])
  if (!problem) return null
  return (
    <Notice tone="bad" title={problem.message} urgent>
      <span>{problem.next}</span>
    </Notice>
  )
}

function NoAnswer({ error, onRetry }: { error: Error; onRetry: () => Promise<unknown> }) {
  const { message, next } = problemOf(error)
  return (
    <Notice tone="bad" title={message} urgent>
      <span>{next}</span>
      <Button variant="default" size="xs" onClick={() => void onRetry()}>
        Try again
      </Button>
    </Notice>
  )
}
