import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { query } from '#api/query.ts'
import { inSite } from '#api/site.ts'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { signInOptions } from '#contract/session.ts'
import { paths } from '#paths.ts'
import { Loading } from '#ui/feedback/Loading.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { EntryPage } from '#ui/layout/EntryPage.tsx'
import { Button, Stack, Text } from '#ui/layout/layout.ts'
import { SetUpForm } from './SetUpForm.tsx'

const optionsQuery = { ...query(signInOptions, {}), retry: false }

/** Page of the set-up link. Its token is in the URL fragment, which browsers do not send. */
export function Component() {
  const [token] = useState(() => window.location.hash.slice(1))
  const [done, setDone] = useState(false)
  const { data: options, error, refetch } = useQuery(optionsQuery)
  // Removes the token from the URL and the browser history.
  useEffect(() => {
    if (token) window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [token])
  return (
    <EntryPage title={done ? 'Administrator created' : 'Create the first administrator'} windowTitle="Set up">
      {done && (
        <Finished title="You can sign in now">Sign in with the user name and password you have chosen.</Finished>
      )}
      {!done && !options && !error && <Loading />}
      {!done && error && <QueryProblem error={error} refetch={refetch} />}
      {!done && options && !options.setUpRequired && (
        <Finished title="Setup complete">
          An administrator can create an account for you under Settings, Accounts.
        </Finished>
      )}
      {!done && options?.setUpRequired && !token && (
        <Notice tone="warn" title="The link is incomplete">
          <span>
            Open the full link that the server printed at startup. If you have reloaded this page, open the link again.
          </span>
        </Notice>
      )}
      {!done && options?.setUpRequired && token && <SetUpForm token={token} onDone={() => setDone(true)} />}
    </EntryPage>
  )
}

function Finished({ title, children }: { title: string; children: string }) {
  return (
    <Stack gap="md">
      <Notice tone="ok" title={title} urgent />
      <Text size="sm">{children}</Text>
      <Button component="a" href={inSite(paths.signIn)} fullWidth>
        Sign in
      </Button>
    </Stack>
  )
}
