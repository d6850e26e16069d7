import { useQuery } from '@tanstack/react-query'
import { change } from '#api/change.ts'
import { prefetch, query } from '#api/query.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { Confirm } from '#components/actions/Confirm.tsx'
import { QueryState } from '#components/actions/QueryState.tsx'
import { ruleText } from '#components/approvals/approval-words.ts'
import { columnsOf } from '#components/lists/Columns.tsx'
import {
  type ApprovalRule,
  independentDays,
  lapseDays,
  readApprovalRules,
  setApprovalRule,
  setEmergencyRelease,
} from '#contract/console/approvals.ts'
import { guardedActions } from '#contract/console/guarded-words.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Stack, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { WithNote } from '#ui/values/WithNote.tsx'
import { RuleDialog } from './RuleDialog.tsx'

const rulesQuery = query(readApprovalRules, {})

export const loader = () => prefetch(rulesQuery)

/** Approval rules of this site. */
export function Component() {
  const { data, error, refetch } = useQuery(rulesQuery)
  if (!data) return <QueryState error={error} refetch={refetch} waiting={!error} />
  return (
    <Stack gap="md">
      <Panel title="Actions that need a second person">
        <Text size="sm" c="dimmed">
          A request above its limit is held under Jobs, Approvals until another user with the same permission approves
          or refuses it, within {lapseDays} days. The requester cannot approve it, nor can accounts that they created or
          changed in the last {independentDays} days. Loosening a rule needs approval as well.
        </Text>
        <DataTable
          caption="Actions that need a second person"
          rows={data.rules}
          columns={columns}
          rowId={({ action }) => action}
          empty={<Empty title="No actions" />}
        />
      </Panel>
      <Panel
        title="Release in an emergency"
        aside={
          <StatusBadge tone={data.emergency ? 'warn' : 'ok'}>{data.emergency ? 'Allowed' : 'Disabled'}</StatusBadge>
        }
        actions={<EmergencyButton allowed={data.emergency} />}
      >
        <Text size="sm" c="dimmed">
          The requester can release a pending request alone, with a reason, their password and a one-time code. The
          release is recorded in the audit and shown under Approvals for a week. Not available to accounts without a
          second factor.
        </Text>
      </Panel>
    </Stack>
  )
}

const { text, actions } = columnsOf<ApprovalRule>({ priority: 1 })

const columns = [
  text('action', 'Action', ({ action }) => guardedActions[action].label, {
    width: '42%',
    breaks: true,
    cell: ({ action }) => <WithNote note={guardedActions[action].help}>{guardedActions[action].label}</WithNote>,
  }),
  text('rule', 'Rule', (rule) => ruleText(rule.action, rule), { width: '30%', breaks: true }),
  text('by', 'Changed by', ({ by }) => by || 'Default', { width: '14%', priority: 2 }),
  actions(
    (rule) => (
      <ActionButton
        endpoint={setApprovalRule}
        size="compact-xs"
        variant="default"
        aria-label={`Edit ${guardedActions[rule.action].label}`}
        renderDialog={(close) => <RuleDialog rule={rule} onClose={close} />}
      >
        Edit
      </ActionButton>
    ),
    { width: 90 },
  ),
]

function EmergencyButton({ allowed }: { allowed: boolean }) {
  return (
    <ActionButton
      endpoint={setEmergencyRelease}
      size="xs"
      variant="default"
      renderDialog={(close) => (
        <Confirm
          title={allowed ? 'Disable the release in an emergency?' : 'Allow the release in an emergency?'}
          action={allowed ? 'Disable' : 'Allow'}
          danger={false}
          onConfirm={() => change(setEmergencyRelease, { allowed: !allowed })}
          onClose={close}
        >
          {allowed
            ? 'Pending requests then always need a second person. Allowing it again needs approval.'
            : 'This change is waiting for approval by a second person.'}
        </Confirm>
      )}
    >
      {allowed ? 'Disable' : 'Allow'}
    </ActionButton>
  )
}
