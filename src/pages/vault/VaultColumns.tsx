import type { Permission } from '#contract/endpoint.ts'
import { deleteVaultKey, exportVaultKey, updateVaultKey } from '#contract/keys/vault.ts'
import { instantOf } from '#contract/time.ts'
import { Button, Group } from '#ui/layout/layout.ts'
import type { Column } from '#ui/table/DataTable.tsx'
import { Moment } from '#ui/values/Moment.tsx'
import { nameOf, type VaultKey } from './vault-key.ts'

/** What somebody wants done. */
export type Asked = { what: 'add' } | { what: 'export' | 'replace' | 'delete'; key: VaultKey }

type TextField = 'Key Type' | 'Datacenter' | 'Instance Name' | 'Description' | 'Created By'

const widths: Partial<Record<TextField, string | number>> = {
  'Key Type': '8.5%',
  Datacenter: '11.5%',
  'Instance Name': '11.5%',
}

const words = (field: TextField, header: string, kind: 'choice' | 'text', hidden = false): Column<VaultKey> => ({
  id: field,
  header,
  kind,
  hidden,
  sortable: true,
  filter: true,
  width: widths[field],
  value: (key) => key[field],
  cell: (key) => key[field] || '–',
})

export const vaultColumns = (
  ask: (asked: Asked) => void,
  may: (permission: Permission) => boolean,
): Column<VaultKey>[] => [
  {
    id: 'name',
    header: 'Name',
    priority: 1,
    width: '18.5%',
    sortable: true,
    filter: true,
    value: nameOf,
    cell: (key) => nameOf(key) || `Unnamed (ID ${key['Key Store ID'] ?? 'unknown'})`,
  },
  words('Key Type', 'Type', 'choice'),
  words('Datacenter', 'Data center', 'choice'),
  words('Instance Name', 'Instance', 'choice'),
  words('Description', 'Description', 'text'),
  words('Created By', 'Added by', 'choice', true),
  {
    id: 'created',
    header: 'Added',
    kind: 'date',
    width: 115,
    priority: 2,
    sortable: true,
    filter: true,
    value: (key) => instantOf(key['Created Time'])?.getTime(),
    cell: (key) => <Moment at={instantOf(key['Created Time'])} raw={key['Created Time']} />,
  },
  {
    id: 'id',
    header: 'ID',
    kind: 'number',
    hidden: true,
    sortable: true,
    value: (key) => key['Key Store ID'],
    cell: (key) => <code>{key['Key Store ID'] ?? '–'}</code>,
  },
  {
    id: 'actions',
    header: 'Actions',
    width: 210,
    priority: 1,
    cell: (key) => (
      <Group gap={4} wrap="nowrap">
        {actions.map(({ what, label, permission }) => (
          <Button
            key={what}
            size="compact-xs"
            variant="default"
            disabled={!may(permission) || nameOf(key) === ''}
            title={may(permission) ? undefined : `Your account needs ${permission}`}
            aria-label={`${label} ${nameOf(key)}`}
            onClick={() => ask({ what, key })}
          >
            {label}
          </Button>
        ))}
      </Group>
    ),
  },
]

const actions = [
  { what: 'export', label: 'Export', permission: exportVaultKey.permission },
  { what: 'replace', label: 'Replace', permission: updateVaultKey.permission },
  { what: 'delete', label: 'Delete', permission: deleteVaultKey.permission },
] as const
