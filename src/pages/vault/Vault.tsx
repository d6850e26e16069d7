import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAttempt } from '#api/change.ts'
import { problemOf } from '#api/problem-of.ts'
import { prefetch, query } from '#api/query.ts'
import { useTableKey } from '#api/table-key.ts'
import { useMay } from '#api/use-may.ts'
import { csvText } from '#contract/csv.ts'
import { addVaultKey, listVaultKeys } from '#contract/keys/vault.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { SearchField } from '#ui/form/SearchField.tsx'
import { Button, Group, Stack } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { DataTable } from '#ui/table/DataTable.tsx'
import { useSearchedRows } from '#ui/table/searched-rows.ts'
import { exportKey, nameOf, type VaultKey } from './vault-key.ts'
import { type Asked, vaultColumns } from './VaultColumns.tsx'
import { VaultQuestion } from './VaultQuestion.tsx'

const everyKey = query(listVaultKeys, {})
export const loader = () => prefetch(everyKey)

/** Files of any kind that are kept sealed, each under a name. */
export function Component() {
  const { data, error, refetch } = useQuery(everyKey)
  const { found, search, setSearch, address } = useSearchedRows(data?.rows ?? none, saidBy)
  const [asked, setAsked] = useState<Asked>()
  const { problem, attempt } = useAttempt()
  const may = useMay()
  const ask = (what: Asked) => (what.what === 'export' ? attempt(() => exportKey(what.key)) : setAsked(what))
  return (
    <Page
      title="Key vault"
      actions={
        <Button disabled={!may(addVaultKey.permission)} onClick={() => setAsked({ what: 'add' })}>
          Add a key
        </Button>
      }
    >
      <Stack gap="md">
        <Group>
          <SearchField value={search} placeholder="Name, type, data center or description" onChange={setSearch} />
        </Group>
        {problem && <ProblemPanel problem={problem} />}
        <DataTable
          caption="Key vault"
          rows={found}
          columns={vaultColumns(ask, may)}
          rowId={(key) => String(key['Key Store ID'] ?? nameOf(key))}
          loading={!data && !error}
          problem={error && <ProblemPanel problem={problemOf(error)} onRetry={() => void refetch()} />}
          empty={<NoKeys search={search} onClear={() => setSearch('')} />}
          storageKey={useTableKey('vault')}
          address={address}
          csv={{ name: 'key-vault', write: csvText }}
        />
      </Stack>
      {asked && <VaultQuestion asked={asked} onClose={() => setAsked(undefined)} />}
    </Page>
  )
}

const none: VaultKey[] = []
const saidBy = (key: VaultKey) => [
  key['Key Name'],
  key['Key Type'],
  key.Datacenter,
  key['Instance Name'],
  key.Description,
  key['Created By'],
]

function NoKeys({ search, onClear }: { search: string; onClear: () => void }) {
  if (search === '') return <Empty title="The vault is empty" hint="Add one with “Add a key”." />
  return (
    <Empty
      title={`No keys match “${search}”`}
      action={
        <Button variant="default" size="xs" onClick={onClear}>
          Clear the search
        </Button>
      }
    />
  )
}
