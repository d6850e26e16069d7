import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { change } from '#api/change.ts'
import { useMay } from '#api/may.ts'
import { problemOf } from '#api/problem.ts'
import { useOffers } from '#api/query.ts'
import { Confirm } from '#components/actions/Confirm.tsx'
import { notOffered, notTold } from '#components/offered/not-told.ts'
import { forgetHostKey } from '#contract/keys/ssh-resources.ts'
import { applyCredentials } from '#contract/keys/ssh.ts'
import { everyHostKey } from '#pages/ssh-keys/queries.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Button, Group, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { Properties } from '#ui/values/Properties.tsx'
import { Credentials } from './Credentials.tsx'

/** By whose credentials this service gets in, and the key that the host has to show before it is told them. */
export function HostAccess({ name }: { name: string }) {
  const { data, error, refetch } = useQuery(everyHostKey)
  const [asked, setAsked] = useState<'credentials' | 'forget'>()
  const [done, setDone] = useState<string>()
  const may = useMay()(applyCredentials.permission)
  const offers = useOffers(forgetHostKey)
  const unknown = data ? 'None yet' : data === null ? notTold : 'Unknown'
  const known = data?.rows.find(({ ResourceName }) => ResourceName === name)
  const users = known?.Credentials?.map(({ UserName, isAdmin }) => `${UserName}${isAdmin ? ' (administrator)' : ''}`)
  const close = () => setAsked(undefined)
  return (
    <Panel
      title="Connection"
      actions={
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            disabled={!may || !known?.HostKey}
            title={offers ? undefined : notOffered}
            onClick={() => setAsked('forget')}
          >
            {' '}
            Reset host key{' '}
          </Button>
          <Button size="xs" disabled={!may} onClick={() => setAsked('credentials')}>
            Add credentials
          </Button>
        </Group>
      }
    >
      {done && <Notice tone="ok" title={done} urgent />}
      {error && <ProblemPanel problem={problemOf(error)} onRetry={() => void refetch()} />}
      <Properties
        bare
        columns={1}
        items={[
          {
            label: 'Host key',
            value: known?.HostKey ? <code>{known.HostKey}</code> : unknown,
            copy: known?.HostKey || undefined,
            note: 'Trusted on first use. If the host key changes, connections are blocked.',
          },
          { label: 'Credentials', value: users?.join(', ') || unknown },
        ]}
      />
      {!may && (
        <Text size="sm" c="dimmed">
          Changing them requires {applyCredentials.permission}.
        </Text>
      )}
      {asked === 'credentials' && <Credentials name={name} onDone={setDone} onClose={close} />}
      {asked === 'forget' && (
        <Confirm
          title={`Reset host key of “${name}”?`}
          action="Reset host key"
          typed={name}
          onConfirm={async () => setDone((await change(forgetHostKey, { ResourceName: name })).message)}
          onClose={close}
        >
          The next key presented by the host will be trusted and the credentials sent to it. Continue only if the host
          was reinstalled. Compare the new key with the one shown on the host.
        </Confirm>
      )}
    </Panel>
  )
}
