import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { change, useAttempt } from '#api/change.ts'
import { query } from '#api/query.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { QueryState } from '#components/actions/QueryState.tsx'
import { explainEvents, muteNotices } from '#contract/console/notice-rules.ts'
import type { Output } from '#contract/endpoint.ts'
import { paths } from '#paths.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Anchor, Group, Stack } from '#ui/layout/layout.ts'
import { Moment } from '#ui/values/Moment.tsx'
import { Properties } from '#ui/values/Properties.tsx'
import { Timeline } from '#ui/values/Timeline.tsx'
import { eventLabel, noticeStateWords } from './notice-words.ts'

/** Notifications sent about the object of a page, reasons why none were sent, and a switch to mute them. */
export function NoticesDialog({ page, onClose }: { page: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(query(explainEvents, { page }))
  return (
    <Dialog title="Notifications" onClose={onClose} size="xl">
      {data ? (
        <Explained page={page} told={data} onClose={onClose} />
      ) : (
        <QueryState error={error} refetch={refetch} waiting={!error} lines={3} />
      )}
    </Dialog>
  )
}

type ExplainedEvents = Output<typeof explainEvents>

function Explained({ page, told: { rows, reasons, muted, mayMute }, onClose }: Explanation) {
  const { problem, pending, attempt } = useAttempt()
  return (
    <Stack gap="md">
      {muted && (
        <Notice tone="warn" title={`Muted by ${muted.by || 'the console'}`}>
          <span>
            No notifications about this are sent since <Moment at={new Date(muted.at)} />.
          </span>
        </Notice>
      )}
      {rows.length > 0 && (
        <Timeline
          items={rows.map(({ event, about, recipient, state, why, changedAt }) => ({
            title: `${eventLabel(event)}: ${recipient}`,
            at: new Date(changedAt),
            tone: noticeStateWords[state].tone,
            text: [noticeStateWords[state].label, about, why].filter(Boolean).join('. '),
          }))}
        />
      )}
      {reasons.length > 0 && (
        <Properties
          bare
          columns={1}
          items={reasons.map(({ event, text }) => ({ label: eventLabel(event), value: text }))}
        />
      )}
      {problem && <ProblemPanel problem={problem} />}
      <Group justify="space-between" gap="sm">
        <Anchor component={Link} size="sm" underline="always" to={paths.notifications} onClick={onClose}>
          Notification settings
        </Anchor>
        {mayMute && (
          <ActionButton
            endpoint={muteNotices}
            loading={pending}
            onClick={() => attempt(() => change(muteNotices, { page, isMuted: !muted }))}
          >
            {muted ? 'Unmute' : 'Mute'}
          </ActionButton>
        )}
      </Group>
    </Stack>
  )
}
type Explanation = { page: string; told: ExplainedEvents; onClose: () => void }
