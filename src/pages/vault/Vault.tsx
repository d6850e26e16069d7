import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAttempt } from '#api/change.ts'
import { prefetch, query } from '#api/query.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { usePermittedColumns } from '#components/actions/use-permitted-columns.ts'
import { FilterBar } from '#components/lists/FilterBar.tsx'
import { ListTable } from '#components/lists/ListTable.tsx'
import { NothingListed } from '#components/lists/NothingListed.tsx'
import { useSearchedList } from '#components/lists/use-searched-list.ts'
import { addVaultKey, listVaultKeys, deleteVaultKey, exportVaultKey, updateVaultKey } from '#contract/keys/vault.ts'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Stack } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { exportKey, nameOf, type VaultKey } from './vault-key.ts'
import { type Asked, vaultColumns } from './VaultColumns.tsx'
import { VaultQuestion } from './VaultQuestion.tsx'

const everyKey = query(listVaultKeys, {})
export const loader = () => prefetch(everyKey)

/** Files of any kind that are kept sealed, each under a name. */
export function Component() {
  const keys = useQuery(everyKey)
  const list = useSearchedList(keys.data?.rows, saidBy)
  const [asked, setAsked] = useState<Asked>()
  const { problem, attempt } = useAttempt()
  const ask = (what: Asked) => (what.what === 'export' ? attempt(() => exportKey(what.key)) : setAsked(what))
  return (
    <Page
      title="Key vault"
      actions={
        <ActionButton variant="filled" endpoint={addVaultKey} onClick={() => setAsked({ what: 'add' })}>
          Add a key
        </ActionButton>
      }
    >
      <Stack gap="md">
        <FilterBar of={list} placeholder="Name, type, data center or description" />
        {problem && <ProblemPanel problem={problem} />}
        <ListTable
          asked={keys}
          caption="Key vault"
          rows={list.found}
          columns={usePermittedColumns(vaultColumns(ask), [exportVaultKey, updateVaultKey, deleteVaultKey])}
          rowId={(key) => String(key['Key Store ID'] ?? nameOf(key))}
          empty={<NothingListed of={list} many="keys" none="The vault is empty" hint="Add one with “Add a key”." />}
          name="vault"
          state={list}
          exportAs="key-vault"
        />
      </Stack>
      {asked && <VaultQuestion asked={asked} onClose={() => setAsked(undefined)} />}
    </Page>
  )
}

const saidBy = (key: VaultKey) => [
  key['Key Name'],
  key['Key Type'],
  key.Datacenter,
  key['Instance Name'],
  key.Description,
  key['Created By'],
]
