import { columnsOf } from '#components/lists/Columns.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Button, Group } from '#ui/layout/layout.ts'
import { useNow } from '#ui/values/clock.ts'
import { Moment } from '#ui/values/Moment.tsx'
import { lifeOf } from './key-age.ts'
import { permissionName } from './key-form.ts'
import type { KeyService, ServiceKey } from './service-keys.ts'

/** Action requested by the user. */
export type OpenDialog = { what: 'generate' } | { what: 'regenerate' | 'revoke'; key: ServiceKey }

const { text, code, date, actions } = columnsOf<ServiceKey>({ priority: 1, sortable: true })

export const columnsFor = ({ service }: KeyService, ask: (asked: OpenDialog) => void) => [
  text('name', 'Name', ({ name }) => name),
  ...(service === 'mdm'
    ? [date('life', 'Life', ({ expiresAt }) => expiresAt, { cell: ({ expiresAt }) => <Life expiresAt={expiresAt} /> })]
    : [
        code('address', 'Bound to host', ({ address }) => address),
        text('permission', 'Permission', ({ permission }) => permission && permissionName(permission)),
      ]),
  date('created', 'Created', ({ createdAt }) => createdAt, {
    priority: 2,
    cell: ({ createdAt, createdBy }) => (
      <>
        <Moment at={createdAt} />
        {createdBy && <> by {createdBy}</>}
      </>
    ),
  }),
  date('used', 'Last used', ({ usedAt }) => usedAt, {
    cell: ({ usedAt }) => (usedAt ? <Moment at={usedAt} /> : 'Never'),
  }),
  actions(
    (key) => (
      <Group gap={6}>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Regenerate “${key.name}”`}
          onClick={() => ask({ what: 'regenerate', key })}
        >
          Regenerate
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Revoke “${key.name}”`}
          onClick={() => ask({ what: 'revoke', key })}
        >
          Revoke
        </Button>
      </Group>
    ),
    { width: '13.5rem' },
  ),
]

function Life({ expiresAt }: { expiresAt: Date | undefined }) {
  const { tone, text } = lifeOf(expiresAt?.getTime(), useNow())
  return <StatusBadge tone={tone}>{text}</StatusBadge>
}
