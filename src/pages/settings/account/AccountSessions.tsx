import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { change, useAttempt } from '#api/change.ts'
import { changeSession } from '#api/session.ts'
import { inSite } from '#api/site.ts'
import { Confirm } from '#components/actions/Confirm.tsx'
import { QueryState } from '#components/actions/QueryState.tsx'
import { endSession, type listSessions, signOutEverywhere } from '#contract/console/account.ts'
import type { Output } from '#contract/endpoint.ts'
import { Refused } from '#pages/settings/Refused.tsx'
import { paths } from '#paths.ts'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Button } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { keepingSettings } from '#ui/theme/kept-settings.ts'
import { Moment } from '#ui/values/Moment.tsx'
import { browserName } from './account-browser.ts'
import { sessionsQuery } from './account-queries.ts'
import classes from './Account.module.css'

/** Sessions of the account, and sign-out from all of them. */
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
      {!data && <QueryState error={error} refetch={refetch} waiting />}
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
        >
          Ends all sessions of your account, including this one. Unsaved changes in other sessions are lost. Your jobs,
          schedules and watched views stop until you sign in again. Your calendar feeds are revoked.
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
          From {address || 'an unknown address'}, by {by === 'cloud' ? 'the identity provider' : 'password'}. Started{' '}
          <Moment at={new Date(startedAt)} />, last used <Moment at={new Date(seenAt)} />, expires{' '}
          <Moment at={new Date(expiresAt)} />.
        </div>
        <Refused problem={problem} />
      </div>
      {!current && (
        <Button variant="default" size="xs" loading={pending} aria-label={`End session: ${name}`} onClick={end}>
          End
        </Button>
      )}
    </li>
  )
}

/** Reloads the page to clear all session data from memory. */
async function leaveEverywhere() {
  await keepingSettings(() => changeSession(signOutEverywhere, {}))
  window.location.assign(inSite(paths.signIn))
}
