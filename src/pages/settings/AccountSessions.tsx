import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { problemOf } from '#api/problem-of.ts'
import { changeSession } from '#api/session.ts'
import { inSite } from '#api/site.ts'
import { endSession, type listSessions, signOutEverywhere } from '#contract/console/account.ts'
import type { Output } from '#contract/endpoint.ts'
import { paths } from '#paths.ts'
import { Confirm } from '#ui/Confirm.tsx'
import { Button } from '#ui/layout.ts'
import { Loading } from '#ui/Loading.tsx'
import { Moment } from '#ui/Moment.tsx'
import { Panel } from '#ui/Panel.tsx'
import { ProblemPanel } from '#ui/ProblemPanel.tsx'
import { StatusBadge } from '#ui/StatusBadge.tsx'
import { keepingSettings } from '#ui/kept-settings.ts'
import classes from './Account.module.css'
import { browserName } from './account-browser.ts'
import { sessionsQuery } from './account-queries.ts'
import { change, useAttempt } from '#api/change.ts'
import { Refused } from './Refused.tsx'

/** Where the account is signed in, and the way to end that. */
export function AccountSessions() {
  const { data, error, refetch } = useQuery(sessionsQuery)
  const [leaving, setLeaving] = useState(false)
  return (
    <Panel
      title="Sessions"
      actions={
        <Button variant="default" size="xs" onClick={() => setLeaving(true)}>
          Sign out everywhere
        </Button>
      }
    >
      {!data && (error ? <ProblemPanel problem={problemOf(error)} onRetry={() => void refetch()} /> : <Loading />)}
      {data && (
        <ul className={classes.list}>
          {data.sessions.map((session) => (
            <SessionItem key={session.id} session={session} />
          ))}
        </ul>
      )}
      {leaving && (
        <Confirm
          title="Sign out everywhere?"
          action="Sign out everywhere"
          onConfirm={leaveEverywhere}
          onClose={() => setLeaving(false)}
          problemOf={problemOf}
        >
          Every session of your account ends, this one included. What has been typed elsewhere and not saved is lost
          there.
        </Confirm>
      )}
    </Panel>
  )
}

function SessionItem({ session }: { session: Output<typeof listSessions>['sessions'][number] }) {
  const { id, current, by, startedAt, seenAt, expiresAt, address, agent } = session
  const { problem, pending, attempt } = useAttempt()
  const name = browserName(agent)
  const end = () => attempt(async () => void (await change(endSession, { id })))
  return (
    <li className={classes.item}>
      <div>
        <div className={classes.name}>
          {name}
          {current && <StatusBadge tone="ok">This session</StatusBadge>}
        </div>
        <div className={classes.facts}>
          From {address || 'an unknown address'}, by {by === 'cloud' ? 'the identity provider' : 'password'}. Begun{' '}
          <Moment at={new Date(startedAt)} />, last used <Moment at={new Date(seenAt)} />, ends{' '}
          <Moment at={new Date(expiresAt)} /> at the latest.
        </div>
        <Refused problem={problem} />
      </div>
      {!current && (
        <Button variant="default" size="xs" loading={pending} aria-label={`End the session: ${name}`} onClick={end}>
          End
        </Button>
      )}
    </li>
  )
}

/** Loads the console anew: nothing of the session stays in memory. */
async function leaveEverywhere() {
  await keepingSettings(() => changeSession(signOutEverywhere, {}))
  window.location.assign(inSite(paths.signIn))
}
