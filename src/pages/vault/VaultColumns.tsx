import { ActionButton } from '#components/actions/ActionButton.tsx'
import { columnsOf } from '#components/lists/Columns.tsx'
import { deleteVaultKey, exportVaultKey, updateVaultKey } from '#contract/keys/vault.ts'
import { Group } from '#ui/layout/layout.ts'
import { nameOf, type VaultKey } from './vault-key.ts'

/** Action requested by the user. */
export type OpenDialog = { what: 'add' } | { what: 'export' | 'replace' | 'delete'; key: VaultKey }

const { text, choice, code, time, actions: actionsOf } = columnsOf<VaultKey>({ sortable: true, filter: true })

export const vaultColumns = (ask: (asked: OpenDialog) => void) => [
  text('name', 'Name', nameOf, {
    priority: 1,
    width: '18.5%',
    cell: (key) => nameOf(key) || `Unnamed (ID ${key['Key Store ID'] ?? 'unknown'})`,
  }),
  choice('Key Type', 'Type', (key) => key['Key Type'], { width: '8.5%' }),
  choice('Datacenter', 'Data center', (key) => key.Datacenter, { width: '11.5%' }),
  choice('Instance Name', 'Instance', (key) => key['Instance Name'], { width: '11.5%' }),
  text('Description', 'Description', (key) => key.Description),
  choice('Created By', 'Added by', (key) => key['Created By'], { hidden: true }),
  time('created', 'Added', (key) => key['Created Time'], { width: 115, priority: 2 }),
  code('id', 'ID', (key) => key['Key Store ID']?.toString(), { kind: 'number', hidden: true, filter: false }),
  actionsOf(
    (key) => (
      <Group gap={4} wrap="nowrap">
        {actions.map(({ what, label, endpoint }) => (
          <ActionButton
            endpoint={endpoint}
            key={what}
            size="compact-xs"
            reason={nameOf(key) === '' && 'The service identifies keys by name, and this key has none.'}
            aria-label={`${label} ${nameOf(key)}`}
            onClick={() => ask({ what, key })}
          >
            {label}
          </ActionButton>
        ))}
      </Group>
    ),
    { width: 210 },
  ),
]

const actions = [
  { what: 'export', label: 'Export', endpoint: exportVaultKey },
  { what: 'replace', label: 'Replace', endpoint: updateVaultKey },
  { what: 'delete', label: 'Delete', endpoint: deleteVaultKey },
] as const
