import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { inSite } from '#api/site.ts'
import { paths } from '#paths.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Anchor, Stack } from '#ui/layout/layout.ts'
import { CloudSignIn } from './CloudSignIn.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { signInOptionsQuery } from './sign-in-options.ts'
import classes from './SignIn.module.css'

/** Where there is no password the answer comes at once: no server has to be asked for its domains. */
const quickMs = 400

/** The ways in that this site has; a form that would go again is not shown first. */
export function SignInChoices() {
  const { data: options, isPending } = useQuery(signInOptionsQuery)
  const [late, setLate] = useState(false)
  // The clock.
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), quickMs)
    return () => clearTimeout(timer)
  }, [])
  if (isPending && !late) return null
  if (options?.setUpRequired) {
    return (
      <Notice tone="info" title="This installation has no administrator yet">
        <span>
          Open the setup link that the server printed at startup to create the first administrator. Until then, nobody
          can sign in.
        </span>
      </Notice>
    )
  }
  const password = options?.password ?? true
  return (
    <Stack gap="md">
      {options?.trouble && (
        <Notice tone="warn" title="Sign-in may be unavailable">
          <span>The authentication server is not responding correctly.</span>
          <Anchor href={inSite(paths.health)} inherit>
            View connection health
          </Anchor>
        </Notice>
      )}
      {password && <PasswordForm />}
      {password && options?.cloud && (
        <div className={classes.divider}>
          <span>or</span>
        </div>
      )}
      {options?.cloud && <CloudSignIn title={options.cloud} variant={password ? 'default' : 'filled'} />}
    </Stack>
  )
}
