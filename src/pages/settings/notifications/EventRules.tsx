import { useQuery } from '@tanstack/react-query'
import { change } from '#api/change.ts'
import { query } from '#api/query.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { Confirm } from '#components/actions/Confirm.tsx'
import { columnsOf } from '#components/lists/Columns.tsx'
import { ListTable } from '#components/lists/ListTable.tsx'
import { eventOf } from '#contract/console/notice-events.ts'
import { listNoticeRules, type NoticeRule, removeNoticeRule, saveNoticeRule } from '#contract/console/notice-rules.ts'
import { counted } from '#contract/words/counted.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Group, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { Moment } from '#ui/values/Moment.tsx'
import { WithNote } from '#ui/values/WithNote.tsx'
import { EventRuleDialog } from './EventRuleDialog.tsx'

/** Notification rules for failed jobs, pending approvals and other events. */
export function EventRules() {
  const asked = useQuery(query(listNoticeRules, {}))
  return (
    <Panel
      title="Other events"
      actions={
        <ActionButton
          endpoint={saveNoticeRule}
          size="xs"
          variant="default"
          renderDialog={(close) => <EventRuleDialog onClose={close} />}
        >
          New rule
        </ActionButton>
      }
    >
      <Text size="sm" c="dimmed">
        Jobs and approvals are checked every minute, servers every ten minutes.
      </Text>
      <ListTable
        asked={asked}
        caption="Other events"
        rows={asked.data?.rows ?? []}
        columns={columns}
        rowId={({ id, event }) => String(id ?? event)}
        empty={<Empty title="No rules" />}
        name="notice-rules"
      />
    </Panel>
  )
}

const { text, actions } = columnsOf<NoticeRule>({ priority: 1 })

const columns = [
  text('event', 'Event', ({ event }) => eventOf(event).label, {
    breaks: true,
    width: '34%',
    cell: ({ event, filter, days }) => (
      <WithNote
        note={[
          eventOf(event).help,
          days.length > 0 && `${eventOf(event).steps?.label}: ${days.join(', ')}.`,
          filter && `Filter: “${filter}”.`,
        ]
          .filter(Boolean)
          .join(' ')}
      >
        {eventOf(event).label}
      </WithNote>
    ),
  }),
  text('state', 'State', ({ isOn }) => (isOn ? 'On' : 'Off'), {
    width: '8%',
    cell: ({ isOn }) => <StatusBadge tone={isOn ? 'ok' : 'muted'}>{isOn ? 'On' : 'Off'}</StatusBadge>,
  }),
  text('recipients', 'Recipients', recipientsText, {
    breaks: true,
    width: '22%',
    cell: (rule) => <WithNote note={rule.delivery === 'daily' && 'Daily digest'}>{recipientsText(rule)}</WithNote>,
  }),
  text('look', 'Last check', ({ look }) => look.message || String(look.found), {
    breaks: true,
    width: '18%',
    cell: ({ look, isOn }) => <LastCheck look={look} isOn={isOn} />,
  }),
  actions((rule) => <Actions rule={rule} />, { width: '10rem' }),
]

function recipientsText({ recipients, webhooks }: NoticeRule): string {
  const hooks = webhooks.length === 0 ? [] : [counted(webhooks.length, 'webhook', 'webhooks')]
  return [...recipients, ...hooks].join(', ') || 'None'
}

function LastCheck({ look, isOn }: Pick<NoticeRule, 'look' | 'isOn'>) {
  if (!isOn || look.at === undefined) return '–'
  if (look.state === 'failed')
    return (
      <WithNote note={look.message}>
        <StatusBadge tone="bad">Failed</StatusBadge>
      </WithNote>
    )
  return (
    <WithNote note={<Moment at={new Date(look.at)} />}>
      {look.found === 0 ? 'None found' : `${look.found} found`}
    </WithNote>
  )
}

function Actions({ rule }: { rule: NoticeRule }) {
  const { id, event } = rule
  const { label } = eventOf(event)
  const small = { size: 'compact-xs', variant: 'default' } as const
  return (
    <Group gap="xs" wrap="nowrap">
      <ActionButton
        {...small}
        endpoint={saveNoticeRule}
        aria-label={`Edit ${label}`}
        renderDialog={(close) => <EventRuleDialog rule={rule} onClose={close} />}
      >
        Edit
      </ActionButton>
      {id !== undefined && (
        <ActionButton
          {...small}
          endpoint={removeNoticeRule}
          aria-label={`Remove ${label}`}
          renderDialog={(close) => (
            <Confirm
              title={`Remove the rule “${label}”?`}
              action="Remove"
              onConfirm={() => change(removeNoticeRule, { rule: id })}
              onClose={close}
            >
              Pending notifications are not sent.
            </Confirm>
          )}
        >
          Remove
        </ActionButton>
      )}
    </Group>
  )
}
