import { useQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useParams } from 'react-router'
import { prefetch } from '#api/query.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { Permitted } from '#components/actions/Permitted.tsx'
import { QueryState } from '#components/actions/QueryState.tsx'
import { prefetchRows } from '#components/lists/use-server-list.ts'
import { associateKey } from '#contract/keys/ssh.ts'
import { accountCount } from '#pages/ssh-keys/account-count.ts'
import { NoSuchKey } from '#pages/ssh-keys/NoSuchKey.tsx'
import { isKeyMissing, keysOfNames } from '#pages/ssh-keys/queries.ts'
import { paths } from '#paths.ts'
import { Button, Group, Stack, Text } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { Panel } from '#ui/layout/Panel.tsx'
import { AccountChoice } from './AccountChoice.tsx'
import { accountColumns } from './AccountColumns.tsx'
import { accountList, chosenAccounts } from './account-list.ts'
import { accountOf } from './accounts.ts'
import { AnotherUser } from './AnotherUser.tsx'
import { DeployKey } from './DeployKey.tsx'
import { accountsIn, maxChosen, tooMany, useChosen } from './chosen.ts'

export const loader = ({ params: { name = '' }, request }: LoaderFunctionArgs) => {
  prefetch(keysOfNames([name]))
  const chosen = accountsIn(new URL(request.url).searchParams)
  return chosen.length > 0
    ? prefetch(chosenAccounts(chosen))
    : prefetchRows(accountList(name, accountColumns(name)), request)
}

/** Deploys a key to several accounts: preview and results. */
export function Component() {
  const { name = '' } = useParams()
  const { chosen, ids, choose } = useChosen()
  const isChosen = chosen.length > 0
  const { data: keys } = useQuery(keysOfNames([name]))
  const { data, error, refetch } = useQuery({ ...chosenAccounts(chosen), enabled: isChosen })
  if (isKeyMissing(name, keys)) {
    return (
      <Page title={`Associate ${name}`}>
        <NoSuchKey name={name} />
      </Page>
    )
  }
  return (
    <Page title={`Associate ${name}`} actions={<ActionLink to={paths.sshKey(name)}>Back to key</ActionLink>}>
      <Permitted endpoint={associateKey}>
        <Stack gap="md">
          <Panel
            title="1. Accounts"
            actions={
              <Group gap="xs">
                <ActionButton
                  size="xs"
                  reason={tooMany(chosen.length + 1)}
                  renderDialog={(close) => (
                    <AnotherUser
                      max={maxChosen - chosen.length}
                      onNamed={(more) => choose([...chosen, ...more])}
                      onClose={close}
                    />
                  )}
                >
                  Add user
                </ActionButton>
                {isChosen && (
                  <Button size="xs" variant="default" onClick={() => choose([])}>
                    Change selection
                  </Button>
                )}
              </Group>
            }
          >
            {isChosen ? (
              <Text size="sm">{accountCount(chosen.length)} selected, listed below.</Text>
            ) : (
              <AccountChoice keyName={name} />
            )}
          </Panel>
          {isChosen && <QueryState error={error} refetch={refetch} waiting={!data} />}
          {isChosen && data && (
            <DeployKey key={ids.join(' ')} keyName={name} accounts={data.rows.map(accountOf(name))} />
          )}
        </Stack>
      </Permitted>
    </Page>
  )
}
