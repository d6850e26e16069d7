import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAttempt } from '#api/change.ts'
import { useMay } from '#api/may.ts'
import { prefetch, query } from '#api/query.ts'
import { FilterBar } from '#components/lists/FilterBar.tsx'
import { ListTable } from '#components/lists/ListTable.tsx'
import { NothingListed } from '#components/lists/NothingListed.tsx'
import { useSearchedList } from '#components/lists/use-searched-list.ts'
import { addVaultKey, listVaultKeys } from '#contract/keys/vault.ts'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Button, Stack } from '#ui/layout/layout.ts'
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
        <FilterBar of={list} placeholder="Name, type, data center or description" />
        {problem && <ProblemPanel problem={problem} />}
        <ListTable
          asked={keys}
          caption="Key vault"
          rows={list.found}
          columns={vaultColumns(ask, may)}
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
