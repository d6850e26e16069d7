import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { change } from '#api/change.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { Confirm } from '#components/actions/Confirm.tsx'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import { QueryState } from '#components/actions/QueryState.tsx'
import {
  calendarAddress,
  type CalendarFeed,
  createCalendarFeed,
  maxCalendarFeeds,
  revokeCalendarFeed,
} from '#contract/console/calendars/calendar-feeds.ts'
import type { Output } from '#contract/endpoint.ts'
import { ShownOnceDialog } from '#ui/dialog/ShownOnceDialog.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { Moment } from '#ui/values/Moment.tsx'
import { Properties } from '#ui/values/Properties.tsx'
import { Secret } from '#ui/values/Secret.tsx'
import { calendarFeedsQuery } from './account-queries.ts'
import classes from './Account.module.css'

type CreatedFeed = Output<typeof createCalendarFeed>
const addressOf = (feed: string) => new URL(calendarAddress(feed), location.origin).href

/** Calendar feed URLs with certificate expirations. */
export function AccountCalendars() {
  const { data, error, refetch } = useQuery(calendarFeedsQuery)
  const [made, setMade] = useState<CreatedFeed>()
  const feeds = data?.rows ?? []
  return (
    <Panel
      title="Calendar feeds"
      actions={
        <ActionButton
          endpoint={createCalendarFeed}
          size="xs"
          reason={feeds.length >= maxCalendarFeeds && `An account has at most ${maxCalendarFeeds} calendar feeds.`}
          renderDialog={(close) => <NewFeed onMade={setMade} onClose={close} />}
        >
          New feed
        </ActionButton>
      }
    >
      {!data && <QueryState error={error} refetch={refetch} waiting lines={3} />}
      {data && feeds.length === 0 && (
        <Text size="sm" c="dimmed">
          None. A feed shows the expiry dates of certificates in your calendar and keeps them up to date.
        </Text>
      )}
      {feeds.length > 0 && (
        <ul className={classes.list}>
          {feeds.map((feed) => (
            <FeedItem key={feed.id} feed={feed} />
          ))}
        </ul>
      )}
      {made && <FeedPassword made={made} onClose={() => setMade(undefined)} />}
    </Panel>
  )
}

function FeedItem({ feed: { id, name, createdAt, fetchedAt, fetchedFrom, why } }: { feed: CalendarFeed }) {
  const label = name || 'Unnamed feed'
  return (
    <li className={classes.item}>
      <div>
        <div className={classes.name}>
          {label}
          {why !== '' && <StatusBadge tone="warn">Not read</StatusBadge>}
        </div>
        <div className={classes.facts}>
          {addressOf(id)}
          <br />
          Created <Moment at={new Date(createdAt)} />,{' '}
          {fetchedAt === undefined ? (
            'not read by a calendar yet.'
          ) : (
            <>
              last read <Moment at={new Date(fetchedAt)} /> from {fetchedFrom || 'an unknown address'}.
            </>
          )}
          {why !== '' && ` ${why}`}
        </div>
      </div>
      <ActionButton
        endpoint={revokeCalendarFeed}
        size="xs"
        aria-label={`Revoke ${label}`}
        renderDialog={(close) => (
          <Confirm
            title={`Revoke the calendar feed “${label}”?`}
            action="Revoke"
            onConfirm={() => change(revokeCalendarFeed, { feed: id })}
            onClose={close}
          >
            <Text size="sm">
              Its address and password stop working at once. Calendars may keep what they have read.
            </Text>
          </Confirm>
        )}
      >
        Revoke
      </ActionButton>
    </li>
  )
}

const NewFeed = ({ onMade, onClose }: { onMade: (made: CreatedFeed) => void; onClose: () => void }) => (
  <FormDialog
    title="New calendar feed"
    action="Create"
    schema={createCalendarFeed.input}
    send={(values) => change(createCalendarFeed, values)}
    onSent={(made) => {
      onClose()
      onMade(made)
    }}
    onClose={onClose}
  >
    <Text size="sm">
      Anyone with the address, user name and password can see the names, issuers and hosts of all certificates that you
      can see. Lost permissions apply when the login server reports them, or at your next sign-in.
    </Text>
    <Text size="sm">
      Changing your password or second factor, or signing out everywhere, revokes your feeds. With an identity provider,
      feeds work only while you are signed in.
    </Text>
    <TextField
      name="name"
      label="Name"
      description="Optional. For example, the calendar it is for."
      maxLength={100}
      autoFocus
    />
  </FormDialog>
)

const FeedPassword = ({ made: { feed, password }, onClose }: { made: CreatedFeed; onClose: () => void }) => (
  <ShownOnceDialog
    title="New calendar feed"
    notice="The password is shown only once"
    explanation="Subscribe to the address in your calendar, and enter the user name and password when it asks for them."
    onClose={onClose}
  >
    <Properties
      bare
      columns={1}
      items={[
        { label: 'Address', value: addressOf(feed), copy: addressOf(feed) },
        { label: 'User name', value: feed, copy: feed },
        { label: 'Password', value: <Secret label="password" reveal={() => password} /> },
      ]}
    />
  </ShownOnceDialog>
)
