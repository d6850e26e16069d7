import { useState } from 'react'
import { change } from '#api/change.ts'
import { Confirm } from '#components/actions/Confirm.tsx'
import { usePermittedColumns } from '#components/actions/use-permitted-columns.ts'
import { ListTable } from '#components/lists/ListTable.tsx'
import { useServerList } from '#components/lists/use-server-list.ts'
import { deactivateAcmeAccount } from '#contract/keys/acme.ts'
import { Text } from '#ui/layout/layout.ts'
import type { accountsOf, AcmeAccountRow } from './acme-query.ts'
import { accountColumns } from './AcmeColumns.tsx'

type Props = { list: ReturnType<typeof accountsOf>; onDone: (text: string) => void }

/** ACME accounts, newest first. */
export function AcmeAccounts({ list: of, onDone }: Props) {
  const list = useServerList(of)
  const [ending, setEnding] = useState<AcmeAccountRow>()
  const columns = usePermittedColumns(accountColumns(setEnding), [deactivateAcmeAccount])
  return (
    <>
      <ListTable
        {...list.table}
        caption="ACME accounts"
        columns={columns}
        rowId={({ account }) => String(account)}
        nothing={{ many: 'accounts', one: 'account', hint: 'A client registers an account before its first order.' }}
      />
      {ending && (
        <Confirm
          title={`Deactivate account ${ending.account}?`}
          action="Deactivate"
          onConfirm={async () => {
            await change(deactivateAcmeAccount, { account: ending.account ?? 0 })
            onDone(`Account ${ending.account} is deactivated.`)
          }}
          onClose={() => setEnding(undefined)}
        >
          <Text size="sm">
            Its client can neither order, renew nor revoke certificates any more. Issued certificates stay valid. This
            cannot be undone; the client needs a new account.
          </Text>
        </Confirm>
      )}
    </>
  )
}
