import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { problemOf } from '#api/problem-of.ts'
import { sessionQuery } from '#api/session.ts'
import { Button } from '#ui/layout.ts'
import { Logo } from '#ui/Logo.tsx'
import { Notice } from '#ui/Notice.tsx'
import { productName } from '#ui/product-name.ts'
import { returnAddress } from './return-address.ts'
import classes from './SignIn.module.css'
import { SignInSteps } from './SignInSteps.tsx'

/** A document of its own: it needs no router, and whoever signs in starts with nothing of the session before. */
export function SignIn() {
  const { data: session, error, refetch } = useQuery(sessionQuery)
  const isDone = session?.state === 'signed-in'

  // The document.
  useEffect(() => {
    if (isDone) window.location.replace(returnAddress(new URLSearchParams(window.location.search)))
  }, [isDone])

  const step = session?.state === 'otp' ? 'Enter your one-time code' : 'Sign in'
  return (
    <main className={classes.page}>
      <title>{`${step} · ${productName}`}</title>
      <div className={classes.brand}>
        <Logo size={40} />
        <span>{productName}</span>
      </div>
      <section className={classes.card}>
        <h1 className={classes.title}>{step}</h1>
        {isDone && <p>One moment …</p>}
        {session && !isDone && <SignInSteps session={session} />}
        {!session && error && <NoAnswer error={error} onRetry={refetch} />}
      </section>
      <p className={classes.note}>One console for desktops, mobile devices, keys and certificates.</p>
    </main>
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
