import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useMay } from '#api/may.ts'
import { prefetch } from '#api/query.ts'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { QueryState } from '#components/actions/QueryState.tsx'
import { associateKey } from '#contract/keys/ssh.ts'
import { everyAssociation, everyHost, everyHostKey, everyUser } from '#pages/ssh-keys/queries.ts'
import type { Account } from '#contract/keys/rules/hosts/ssh-account.ts'
import { paths } from '#paths.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Button, Stack, Text } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { Panel } from '#ui/layout/Panel.tsx'
import { AccountChoice } from './AccountChoice.tsx'
import { accountsOf, chosenAmong } from './accounts.ts'
import { DeployKey } from './DeployKey.tsx'
import { useChosen } from './chosen.ts'
import { counted } from './counted.ts'

export const loader = () => {
  prefetch(everyUser)
  prefetch(everyHostKey)
  prefetch(everyAssociation)
  return prefetch(everyHost)
}

/** One key for many accounts: which, what is written, and what became of each. */
export function Component() {
  const { name = '' } = useParams()
  const may = useMay()(associateKey.permission)
  const { chosen, ids, choose } = useChosen()
  const [named, setNamed] = useState<Account[]>([])
  const hosts = useQuery(everyHost)
  const { data: users } = useQuery(everyUser)
  const { data: associations } = useQuery(everyAssociation)
  const { data: hostKeys } = useQuery(everyHostKey)
  const known = hosts.data && {
    hosts: hosts.data.map(({ host }) => host),
    users,
    associations,
    hostKeys: hostKeys && hostKeys.rows,
  }
  const accounts = known && accountsOf(name, known, [...chosen, ...named])
  const picked = accounts && chosenAmong(accounts, ids)
  return (
    <Page title={`Associate ${name}`} actions={<ActionLink to={paths.sshKey(name)}>Back to key</ActionLink>}>
      <QueryState error={hosts.error} refetch={hosts.refetch} waiting={!accounts} />
      {!may && <Notice tone="info" title={`Associating keys requires ${associateKey.permission}`} />}
      {accounts && picked && (
        <Stack gap="md">
          <Panel
            title="1. Accounts"
            actions={
              picked.length > 0 && (
                <Button size="xs" variant="default" onClick={() => choose([])}>
                  Change selection
                </Button>
              )
            }
          >
            {picked.length > 0 ? (
              <Text size="sm">{counted(picked.length)} selected, listed below.</Text>
            ) : (
              <AccountChoice
                accounts={accounts}
                hosts={known.hosts.flatMap(({ ResourceName }) => ResourceName ?? [])}
                onNamed={(more) => setNamed((now) => [...now, ...more])}
              />
            )}
          </Panel>
          {picked.length > 0 && <DeployKey key={ids.join(' ')} keyName={name} accounts={picked} />}
        </Stack>
      )}
    </Page>
  )
}
