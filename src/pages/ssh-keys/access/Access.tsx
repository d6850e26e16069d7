import { useQuery } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { AreaTabs } from '#components/area/AreaTabs.tsx'
import { searchedCachedList, withOptions } from '#components/lists/cached-list.ts'
import { CacheAge } from '#components/lists/CacheAge.tsx'
import { ListTable } from '#components/lists/ListTable.tsx'
import { useCachedList } from '#components/lists/use-cached-list.ts'
import { useSearchedList } from '#components/lists/use-searched-list.ts'
import { prefetchRows } from '#components/lists/use-server-list.ts'
import { NotReported } from '#components/offered/NotReported.tsx'
import { findAccess } from '#contract/console/access-list.ts'
import { listAssociations } from '#contract/keys/ssh-resources.ts'
import { type AccessRow, accessTexts, keysWithColumns } from '#contract/keys/rules/ssh-access-list.ts'
import { everyAssociation } from '#pages/ssh-keys/queries.ts'
import { UnreadAccounts } from '#pages/ssh-keys/UnreadAccounts.tsx'
import { Stack, Text } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { useAddress } from '#ui/table/address.ts'
import { filtersIn, sortsIn } from '#ui/table/state/table-address.ts'
import { accessColumns } from './AccessColumns.tsx'
import { piecedTogether } from './access.ts'

const access = {
  ...searchedCachedList('ssh-access', findAccess, (from) => accessColumns(keysNamedIn(from), true)),
  madeOf: listAssociations,
}

/** Keys whose columns are filtered or sorted in the URL, because the other keys are known only from the response. */
const keysNamedIn = (address: URLSearchParams) =>
  [...Object.keys(filtersIn(address)), ...sortsIn(address).map(({ id }) => id)]
    .filter((id) => id.startsWith('key '))
    .map((id) => id.slice('key '.length))

export const loader = ({ request }: LoaderFunctionArgs) => prefetchRows(access, request)

/** Matrix of keys and the accounts that they grant access to. */
export function Component() {
  const [address] = useAddress()
  const { table, answer, asked } = useCachedList(access, accessColumns(keysNamedIn(address), true))
  const { names = [], left = 0 } = answer?.keys ?? {}
  return (
    <Page title="SSH keys">
      <AreaTabs of="sshKeys">
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            Each row is an account on a host, each column a key. Only keys deployed through this service are shown.
            Hosts may have other keys as well.
          </Text>
          {asked.data === null ? (
            <OneByOne />
          ) : (
            <>
              {left > 0 && (
                <Text size="sm" component="output">
                  The {names.length} keys with the most accounts have columns. {left.toLocaleString('en')} more keys are
                  counted in “Keys” and found by the search.
                </Text>
              )}
              <CacheAge endpoint={findAccess} asked={asked} />
              <ListTable
                search="Host, user or key"
                {...table}
                columns={withOptions(accessColumns(names, true), answer?.options)}
                caption="Access"
                rowId={idOf}
                nothing={nothing}
                grid
              />
            </>
          )}
        </Stack>
      </AreaTabs>
    </Page>
  )
}

/** Derived from documented operations, as far as accounts have been read. */
function OneByOne() {
  const asked = useQuery(everyAssociation)
  const { data } = asked
  const rows = data && piecedTogether(data)
  const list = useSearchedList(rows, accessTexts)
  return (
    <>
      <NotReported what="since when keys grant access">
        Accounts with keys, and the keys of each account, are read one by one.
      </NotReported>
      <UnreadAccounts of={data} />
      <ListTable
        search="Host, user or key"
        asked={asked}
        caption="Access"
        rows={list.found}
        columns={accessColumns(keysWithColumns(rows ?? []).names, false)}
        rowId={idOf}
        nothing={nothing}
        grid
        name="ssh-access"
        state={list}
        exportAs="ssh-access"
      />
    </>
  )
}

const idOf = ({ host, user }: AccessRow) => JSON.stringify([host, user])
const nothing = {
  many: 'accounts',
  one: 'account',
  hint: 'No key is associated with an account yet. Associate keys on their pages.',
}
