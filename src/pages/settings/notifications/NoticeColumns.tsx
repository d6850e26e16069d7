import { Link } from 'react-router'
import { change } from '#api/change.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { Confirm } from '#components/actions/Confirm.tsx'
import { columnsOf } from '#components/lists/Columns.tsx'
import { noticeStateWords } from '#components/notices/notice-words.ts'
import { type Notice, sendNoticeAgain } from '#contract/console/notifications.ts'
import { paths } from '#paths.ts'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Anchor, Stack, Text } from '#ui/layout/layout.ts'
import { Moment } from '#ui/values/Moment.tsx'

const { text, date, actions } = columnsOf<Notice>({ priority: 1 })

export const noticeColumns = [
  text('certificate', 'Certificate', ({ certificate }) => certificate, {
    cell: ({ certificate, certificateId }) =>
      certificateId === '' ? (
        certificate
      ) : (
        <Anchor component={Link} to={paths.certificate(certificateId)} inherit>
          {certificate}
        </Anchor>
      ),
  }),
  text('days', 'Step', ({ days }) => (days === 1 ? '1 day' : `${days} days`)),
  text('recipient', 'Recipient', ({ recipient }) => recipient),
  text('state', 'State', ({ state }) => noticeStateWords[state].label, { cell: (notice) => <State notice={notice} /> }),
  date('changed', 'Last change', ({ changedAt }) => new Date(changedAt), { priority: 2 }),
  date('expires', 'Expires', ({ expiresAt }) => new Date(expiresAt), { priority: 2 }),
  actions((notice) => <Again notice={notice} />, { width: '8rem' }),
]

function State({ notice: { state, why, nextAt } }: { notice: Notice }) {
  const { tone, label } = noticeStateWords[state]
  return (
    <Stack gap={2} align="start">
      <StatusBadge tone={tone}>{label}</StatusBadge>
      {why && (
        <Text size="xs" c="dimmed">
          {why}
          {nextAt !== undefined && (
            <>
              {' '}
              Next attempt: <Moment at={new Date(nextAt)} />.
            </>
          )}
        </Text>
      )}
    </Stack>
  )
}

function Again({ notice: { id, state, recipient, certificate } }: { notice: Notice }) {
  if (state !== 'failed' && state !== 'unknown') return null
  return (
    <ActionButton
      endpoint={sendNoticeAgain}
      size="compact-xs"
      variant="default"
      renderDialog={(close) => (
        <Confirm
          title={`Send the notice to ${recipient} again?`}
          action="Send again"
          onConfirm={() => change(sendNoticeAgain, { notice: id })}
          onClose={close}
        >
          {state === 'unknown'
            ? `The notice of ${certificate} may have arrived already. It is sent with the next check.`
            : `The notice of ${certificate} is sent with the next check.`}
        </Confirm>
      )}
    >
      Send again
    </ActionButton>
  )
}
