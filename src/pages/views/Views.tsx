import { useQuery } from '@tanstack/react-query'
import { change } from '#api/change.ts'
import { useMay } from '#api/may.ts'
import { prefetch, query } from '#api/query.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { Confirm } from '#components/actions/Confirm.tsx'
import { columnsOf } from '#components/lists/Columns.tsx'
import { ListTable } from '#components/lists/ListTable.tsx'
import { ExportView } from '#components/views/ExportView.tsx'
import { addressOf, audienceText, notAsked } from '#components/views/view-words.ts'
import { ViewForm } from '#components/views/ViewForm.tsx'
import { listViews, removeView, type View } from '#contract/console/views/views.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Group, Text } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { Moment } from '#ui/values/Moment.tsx'

const viewsQuery = query(listViews, {})

export const loader = () => prefetch(viewsQuery)

/** Saved views: own and shared ones. */
export function Component() {
  const asked = useQuery(viewsQuery)
  return (
    <Page title="Views">
      <Text size="sm" c="dimmed">
        A view is a list with its filters, order and columns. Open a list, choose “Views”, then “Share, pin or watch…”.
      </Text>
      <ListTable
        asked={asked}
        caption="Views"
        rows={asked.data?.rows ?? []}
        columns={columns}
        rowId={({ id }) => String(id)}
        rowHref={addressOf}
        empty={<Empty title="No views" hint="There are no shared, pinned or watched views." />}
        name="views"
      />
    </Page>
  )
}

const { text, actions } = columnsOf<View>()

const columns = [
  text('name', 'View', ({ name }) => name, { priority: 1, width: '20%', breaks: true }),
  text('page', 'List', ({ page }) => page, { priority: 2, width: '13%', breaks: true }),
  text('by', 'Owner', ({ by, isMine }) => (isMine ? `${by} (you)` : by), { priority: 1, width: '12%' }),
  text(
    'audience',
    'Visible to',
    ({ audience, isMine, by }) => (audience === 'me' && !isMine ? by : audienceText(audience)),
    {
      priority: 2,
      width: '15%',
    },
  ),
  text('pinned', 'Overview', ({ isPinned }) => (isPinned ? 'Pinned' : 'Not pinned'), { priority: 2, width: '10%' }),
  text('watch', 'Watched', (view) => watchText(view), {
    priority: 1,
    width: '16%',
    cell: (view) => <WatchState view={view} />,
  }),
  actions((view) => <Actions view={view} />, { width: '14rem' }),
]

function watchText({ watch }: View): string {
  if (!watch) return 'Not watched'
  if (watch.state === 'paused') return 'Paused'
  const { appeared, left = [] } = watch
  return `${appeared.length.toLocaleString('en')} new, ${left.length.toLocaleString('en')} left in 7 days`
}

function WatchState({ view }: { view: View }) {
  const { watch } = view
  if (!watch) return watchText(view)
  const isWell = watch.state === 'active' && watch.why === ''
  const notReported = watch.isTold
    ? watch.email === ''
      ? 'Your account has no email address.'
      : ''
    : 'The rule for it is off.'
  return (
    <>
      <StatusBadge tone={isWell ? 'ok' : 'warn'}>{watchText(view)}</StatusBadge>
      {(watch.why || notReported) && <div>{watch.why || notReported}</div>}
      {watch.at !== undefined && (
        <div>
          Checked <Moment at={new Date(watch.at)} />
        </div>
      )}
    </>
  )
}

function Actions({ view }: { view: View }) {
  const { id, name, question, isMine, by } = view
  const isAdministrator = useMay()('Common_Admin')
  const small = { size: 'compact-xs', variant: 'default' } as const
  return (
    <Group gap="xs" wrap="nowrap">
      <ActionButton
        {...small}
        aria-label={`Edit ${name}`}
        renderDialog={(close) => <ViewForm {...view} question={question} view={view} onClose={close} />}
      >
        Edit
      </ActionButton>
      <ActionButton
        {...small}
        aria-label={`Export ${name}`}
        reason={!question && notAsked}
        renderDialog={(close) => question && <ExportView name={name} question={question} onClose={close} />}
      >
        Export…
      </ActionButton>
      <ActionButton
        {...small}
        aria-label={`Remove ${name}`}
        reason={!isMine && !isAdministrator && `Only ${by} or an administrator can remove it`}
        renderDialog={(close) => (
          <Confirm
            title={`Remove the view “${name}”?`}
            action="Remove"
            onConfirm={() => change(removeView, { view: id })}
            onClose={close}
          >
            <Text size="sm">It is removed for everyone, with its tiles and watches.</Text>
          </Confirm>
        )}
      >
        Remove
      </ActionButton>
    </Group>
  )
}
