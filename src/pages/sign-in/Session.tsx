import { later } from '#ui/layout/later.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Outlet, useRevalidator } from 'react-router'
import { refetchFailed, sessionQuery } from '#api/session.ts'
import { inSite } from '#api/site.ts'
import type { SessionState } from '#contract/session.ts'
import { paths } from '#paths.ts'
import { ConfirmIdentity } from './ConfirmIdentity.tsx'

const SignInAgain = later(async () => (await import('./SignInAgain.tsx')).SignInAgain)

/** Requires a session. When it ends, the page stays, with a sign-in dialog on top. */
export function Session() {
  const { data: session } = useQuery(sessionQuery)
  const [before] = useState(() => signedIn(session))
  const now = signedIn(session)
  const isOther =
    before !== undefined &&
    now !== undefined &&
    (now.user.name !== before.user.name || now.user.authType !== before.user.authType)
  const isHere = now !== undefined && !isOther
  useGoOn(isHere)

  // Document: data of one user must not stay visible to another.
  useEffect(() => {
    if (isOther) window.location.assign(inSite(paths.home))
  }, [isOther])

  return (
    <>
      <Outlet />
      {before && <ConfirmIdentity user={before.user} by={before.by} />}
      {before && !isHere && (
        <Suspense>
          <SignInAgain before={before} session={session} />
        </Suspense>
      )}
    </>
  )
}

const signedIn = (session: SessionState | undefined) => (session?.state === 'signed-in' ? session : undefined)

/** After signing in again, here or in another tab, failed requests are retried. */
function useGoOn(isHere: boolean) {
  const { revalidate } = useRevalidator()
  const wasHere = useRef(isHere)
  // Server data.
  useEffect(() => {
    if (isHere && !wasHere.current) void refetchFailed().then(revalidate)
    wasHere.current = isHere
  }, [isHere, revalidate])
}
