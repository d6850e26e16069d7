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

/**
 * Time in milliseconds after which the password form is shown without waiting for the options. Sites without passwords
 * respond sooner, because no server is asked for its domains.
 */
const quickMs = 400

/** Sign-in methods of the site. Waits briefly, so that no form appears that would be removed again. */
export function SignInChoices() {
  const { data: options, isPending } = useQuery(signInOptionsQuery)
  const [late, setLate] = useState(false)
  // Timer.
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
