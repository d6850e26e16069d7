import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Button, Group } from '#ui/layout/layout.ts'
import type { Column } from '#ui/table/column.ts'
import { useNow } from '#ui/values/clock.ts'
import { Moment } from '#ui/values/Moment.tsx'
import { lifeOf } from './key-age.ts'
import { permissionName } from './key-form.ts'
import type { KeyService, ServiceKey } from './service-keys.ts'

/** What somebody wants done. */
export type Asked = { what: 'generate' } | { what: 'regenerate' | 'revoke'; key: ServiceKey }

const permissionColumn: Column<ServiceKey> = {
  id: 'permission',
  header: 'Permission',
  priority: 1,
  sortable: true,
  value: ({ permission }) => permission && permissionName(permission),
  cell: ({ permission }) => (permission ? permissionName(permission) : '–'),
}

export function columnsFor({ service }: KeyService, ask: (asked: Asked) => void): Column<ServiceKey>[] {
  const isMdm = service === 'mdm'
  return [
    {
      id: 'name',
      header: 'Name',
      priority: 1,
      sortable: true,
      value: ({ name }) => name,
      cell: ({ name }) => name || '–',
    },
    isMdm
      ? {
          id: 'life',
          header: 'Life',
          priority: 1,
          sortable: true,
          value: ({ expiresAt }) => expiresAt?.getTime(),
          cell: ({ expiresAt }) => <Life expiresAt={expiresAt} />,
        }
      : {
          id: 'address',
          header: 'Bound to host',
          priority: 1,
          sortable: true,
          value: ({ address }) => address,
          cell: ({ address }) => <code>{address || '–'}</code>,
        },
    ...(isMdm ? [] : [permissionColumn]),
    {
      id: 'created',
      header: 'Created',
      priority: 2,
      sortable: true,
      value: ({ createdAt }) => createdAt?.getTime(),
      cell: ({ createdAt, createdBy }) => (
        <>
          <Moment at={createdAt} />
          {createdBy && <> by {createdBy}</>}
        </>
      ),
    },
    {
      id: 'used',
      header: 'Last used',
      priority: 1,
      sortable: true,
      value: ({ usedAt }) => usedAt?.getTime(),
      cell: ({ usedAt }) => (usedAt ? <Moment at={usedAt} /> : 'Never'),
    },
    {
      id: 'actions',
      header: 'Actions',
      priority: 1,
      width: '13.5rem',
      cell: (key) => (
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
    },
  ]
}

function Life({ expiresAt }: { expiresAt: Date | undefined }) {
  const { tone, text } = lifeOf(expiresAt?.getTime(), useNow())
  return <StatusBadge tone={tone}>{text}</StatusBadge>
}
