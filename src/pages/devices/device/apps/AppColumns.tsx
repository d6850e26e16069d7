import { columnsOf } from '#components/lists/Columns.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Button } from '#ui/layout/layout.ts'
import { type AppRow, appStates } from './app-rows.ts'

const { text, code, date, actions } = columnsOf<AppRow>({ sortable: true })

export const appColumns = (open: (app: AppRow) => void) => [
  text('name', 'App', ({ name, appId }) => name || appId, {
    width: '19%',
    priority: 1,
    cell: ({ name }) => name || '–',
  }),
  text('state', 'State', ({ state }) => appStates[state].label, {
    width: 150,
    priority: 1,
    cell: ({ state }) => (
      <span data-tip={appStates[state].means}>
        <StatusBadge tone={appStates[state].tone}>{appStates[state].label}</StatusBadge>
      </span>
    ),
  }),
  text('distributed', 'Distributed', ({ distributed }) => distributed, { width: 118, priority: 1 }),
  text('installed', 'Installed', ({ installed }) => installed, { width: 102, priority: 1 }),
  text('label', 'Label', ({ label }) => label, { width: '11%', priority: 2 }),
  code('identifier', 'Identifier', ({ identifier }) => identifier, { width: '20%', priority: 2, breaks: true }),
  date('at', 'Since', ({ at }) => at, { width: 118, priority: 2, raw: ({ raw }) => raw }),
  actions(
    (app) =>
      app.appId !== '' && (
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={`Details of ${app.name || app.appId}`}
          onClick={() => open(app)}
        >
          Details
        </Button>
      ),
    { width: 90 },
  ),
]
