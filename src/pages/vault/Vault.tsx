import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAttempt } from '#api/change.ts'
import { prefetch, query } from '#api/query.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { usePermittedColumns } from '#components/actions/use-permitted-columns.ts'
import { BulkHost } from '#components/bulk/BulkHost.tsx'
import { ListTable } from '#components/lists/ListTable.tsx'
import { useSearchedList } from '#components/lists/use-searched-list.ts'
import { useReason } from '#components/reason/use-reason.ts'
import { addVaultKey, listVaultKeys, deleteVaultKey, exportVaultKey, updateVaultKey } from '#contract/keys/vault.ts'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Stack, Text } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { exportKey, nameOf, type VaultKey } from './vault-key.ts'
import { type OpenDialog, vaultColumns } from './VaultColumns.tsx'
import { VaultSelection } from './bulk/VaultSelection.tsx'
import { SealedVault } from './SealedVault.tsx'
import { openingText, vaultSeal } from './vault-seal.ts'
import { VaultQuestion } from './VaultQuestion.tsx'

const everyKey = query(listVaultKeys, {})
export const loader = () => {
  prefetch(vaultSeal)
  return prefetch(everyKey)
}

/** Encrypted files by name; nothing is accessible while the vault is sealed. */
export function Component() {
  const { data: seal } = useQuery(vaultSeal)
  return seal?.sealed ? (
    <Page title="Key vault">
      <SealedVault />
    </Page>
  ) : (
    <VaultKeys opening={openingText(seal?.openedBy)} />
  )
}

function VaultKeys({ opening }: { opening: string | undefined }) {
  const keys = useQuery(everyKey)
  const list = useSearchedList(keys.data?.rows, searchTexts)
  const [asked, setAsked] = useState<OpenDialog>()
  const { problem, attempt } = useAttempt()
  const { askReason, dialog } = useReason()
  const exportOne = async (key: VaultKey) => {
    const why = await askReason({
      title: `Export “${nameOf(key)}” from the vault?`,
      action: 'Export',
      about: 'The file leaves the vault as it was added. The export is recorded in the audit.',
    })
    if (why) await exportKey(key, why)
  }
  const ask = (what: OpenDialog) => (what.what === 'export' ? attempt(() => exportOne(what.key)) : setAsked(what))
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
        {problem && <ProblemPanel problem={problem} />}
        <BulkHost>
          <ListTable
            search="Name, type, data center or description"
            asked={keys}
            caption="Key vault"
            rows={list.found}
            columns={usePermittedColumns(vaultColumns(ask), [exportVaultKey, updateVaultKey, deleteVaultKey])}
            rowId={(key) => String(key['Key Store ID'] ?? nameOf(key))}
            nothing={{ many: 'keys', none: 'The vault is empty', hint: 'Add one with “Add a key”.' }}
            name="vault"
            state={list}
            exportAs="key-vault"
            SelectionActions={VaultSelection}
          />
        </BulkHost>
        {opening && (
          <Text size="sm" c="dimmed">
            {opening}
          </Text>
        )}
      </Stack>
      {dialog}
      {asked && <VaultQuestion asked={asked} onClose={() => setAsked(undefined)} />}
    </Page>
  )
}

const searchTexts = (key: VaultKey) => [
  key['Key Name'],
  key['Key Type'],
  key.Datacenter,
  key['Instance Name'],
  key.Description,
  key['Created By'],
]
