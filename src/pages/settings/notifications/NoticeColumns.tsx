import { Link } from 'react-router'
import { change } from '#api/change.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { Confirm } from '#components/actions/Confirm.tsx'
import { columnsOf } from '#components/lists/Columns.tsx'
import { eventLabel, noticeStateWords, pageOfNotice, stepText } from '#components/notices/notice-words.ts'
import { type Notice, sendNoticeAgain } from '#contract/console/notifications.ts'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Anchor } from '#ui/layout/layout.ts'
import { Moment } from '#ui/values/Moment.tsx'
import { WithNote } from '#ui/values/WithNote.tsx'

const { text, date, actions } = columnsOf<Notice>({ priority: 1 })

/** The column with the resend button is omitted if no row can be resent. */
export const noticeColumns = (rows: readonly Notice[]) => (rows.some(isEnded) ? [...columns, again] : columns)

const isEnded = ({ state }: Notice) => state === 'failed' || state === 'unknown'

const columns = [
  text('about', 'About', ({ about }) => about, {
    breaks: true,
    cell: (notice) => (
      <WithNote note={notice.text}>
        <About notice={notice} />
      </WithNote>
    ),
  }),
  text('event', 'Event', ({ event }) => eventLabel(event), {
    breaks: true,
    cell: (notice) => <WithNote note={stepText(notice)}>{eventLabel(notice.event)}</WithNote>,
  }),
  text('recipient', 'Recipient', ({ recipient }) => recipient, { breaks: true }),
  text('state', 'State', ({ state }) => noticeStateWords[state].label, {
    breaks: true,
    cell: (notice) => <State notice={notice} />,
  }),
  date('changed', 'Last change', ({ changedAt }) => new Date(changedAt), { priority: 2 }),
]

const again = actions((notice) => <Again notice={notice} />, { width: '8rem' })

function About({ notice }: { notice: Notice }) {
  const page = pageOfNotice(notice)
  return page === '' ? (
    notice.about
  ) : (
    <Anchor component={Link} to={page} inherit>
      {notice.about}
    </Anchor>
  )
}

function State({ notice: { state, why, nextAt } }: { notice: Notice }) {
  const { tone, label } = noticeStateWords[state]
  const next = nextAt !== undefined && (
    <>
      {why ? ' Next attempt' : 'Due'}: <Moment at={new Date(nextAt)} />.
    </>
  )
  return (
    <WithNote
      note={
        (why || next) && (
          <>
            {why}
            {next}
          </>
        )
      }
    >
      <StatusBadge tone={tone}>{label}</StatusBadge>
    </WithNote>
  )
}

function Again({ notice }: { notice: Notice }) {
  const { id, state, recipient, about } = notice
  if (!isEnded(notice)) return null
  return (
    <ActionButton
      endpoint={sendNoticeAgain}
      size="compact-xs"
      variant="default"
      renderDialog={(close) => (
        <Confirm
          title={`Resend the notification to ${recipient}?`}
          action="Send again"
          onConfirm={() => change(sendNoticeAgain, { notice: id })}
          onClose={close}
        >
          {state === 'unknown'
            ? `The notification about ${about} may already have arrived. It is sent with the next check.`
            : `The notification about ${about} is sent with the next check.`}
        </Confirm>
      )}
    >
      Send again
    </ActionButton>
  )
}
