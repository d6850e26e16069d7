import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { sessionQuery } from '#api/session.ts'
import type { SessionState } from '#contract/session.ts'
import { paths } from '#paths.ts'

const SignInAgain = lazy(async () => ({ default: (await import('./SignInAgain.tsx')).SignInAgain }))

/** Everything that needs a session. When it ends, the page stays, and one signs in again on top of it (W51). */
export function Session() {
  const { data: session } = useQuery(sessionQuery)
  const [user] = useState(() => userOf(session))
  const now = userOf(session)
  const isOther = user !== undefined && now !== undefined && (now.name !== user.name || now.authType !== user.authType)

  // The document: what one user has loaded must not stay on the screen of another.
  useEffect(() => {
    if (isOther) window.location.assign(paths.home)
  }, [isOther])

  return (
    <>
      <Outlet />
      {user && (!now || isOther) && (
        <Suspense>
          <SignInAgain userName={user.name} session={session} />
        </Suspense>
      )}
    </>
  )
}

const userOf = (session: SessionState | undefined) => (session?.state === 'signed-in' ? session.user : undefined)
