import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAttempt } from '#api/change.ts'
import { problemOf } from '#api/problem.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Loading } from '#ui/feedback/Loading.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Button, Group, Stack, Text } from '#ui/layout/layout.ts'
import { type Server, serversQuery } from '#components/issuing/servers-query.ts'
import { deployTo, type ServerResult } from './deploy.ts'
import { DeployResult } from './DeployResult.tsx'
import { ServedCheck } from './ServedCheck.tsx'
import { ServerByName } from './ServerByName.tsx'
import { ServerChoice } from './ServerChoice.tsx'
import type { Subject } from './subject.ts'

type Props = Subject & { onClose: () => void }
const title = 'Deploy this certificate'

/** Deploys to a selected server, shows the result, and checks whether the host presents the certificate. */
export function DeployDialog({ row, detail, target, onClose }: Props) {
  const servers = useQuery(serversQuery)
  const [chosen, setChosen] = useState<string>()
  const [results, setResults] = useState<ServerResult[]>()
  const { problem, pending, attempt } = useAttempt()
  const deploy = async (server: string) => setResults(await deployTo(target, server))
  const hasNoKey = detail.endpoint?.PrivateKey === false
  const known = servers.data === null ? null : servers.data?.rows
  return (
    <Dialog title={title} onClose={onClose}>
      <Stack gap="md">
        {results ? (
          <DeployResult results={results} />
        ) : (
          <>
            <Text size="sm">
              {row.name}, serial number <code>{target.serial_number}</code>. Certificate, chain and private key are
              written to the paths saved for the server. A copy of the previous certificate is kept, the previous
              private key is not.
            </Text>
            {hasNoKey && (
              <Notice tone="warn" title="The private key is not stored in the service">
                <span>Import the certificate with its key first.</span>
              </Notice>
            )}
            {servers.error && (
              <ProblemPanel problem={problemOf(servers.error)} onRetry={() => void servers.refetch()} />
            )}
            {known === null ? (
              <ServerByName onChange={setChosen} />
            ) : known ? (
              <ServerChoice servers={known} value={chosen} onChange={setChosen} />
            ) : (
              servers.isPending && <Loading lines={3} />
            )}
            {problem && <ProblemPanel problem={problem} />}
          </>
        )}
        {results && <ServedCheck id={row.id} address={addressOf(known, chosen) ?? `${row.dnsName}:443`} />}
        <Group justify="end" gap="sm">
          <Button variant="default" onClick={onClose}>
            {results ? 'Close' : 'Cancel'}
          </Button>
          {!results && (
            <ActionButton
              variant="filled"
              reason={
                hasNoKey
                  ? 'The private key is not stored in the service.'
                  : chosen === undefined && 'No server is selected.'
              }
              loading={pending}
              onClick={() => chosen !== undefined && attempt(() => deploy(chosen))}
            >
              Deploy
            </ActionButton>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}

/** TLS address of the selected server; undefined for all servers. */
const addressOf = (servers: readonly Server[] | null | undefined, chosen: string | undefined) =>
  servers?.find(({ serverName }) => serverName === chosen)?.tlsAddress
