import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { call } from '#api/call.ts'
import { problemOf } from '#api/problem.ts'
import { query } from '#api/query.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import { columnsOf } from '#components/lists/Columns.tsx'
import { searchedCachedList } from '#components/lists/cached-list.ts'
import { CacheAge } from '#components/lists/CacheAge.tsx'
import { ListTable } from '#components/lists/ListTable.tsx'
import { useCachedList } from '#components/lists/use-cached-list.ts'
import { prefetchRows } from '#components/lists/use-server-list.ts'
import { findSshUsers } from '#contract/console/ssh-user-list.ts'
import { type SshUserRow, sshUserColumns as value } from '#contract/keys/rules/hosts/ssh-user-list.ts'
import { enumerateUsers, listSshKeysOfUser, listSshUsers } from '#contract/keys/ssh.ts'
import { everyHostKey } from '#pages/ssh-keys/queries.ts'
import { paths } from '#paths.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Anchor, Group, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'

const lookAgainMs = 2000

/** Users of a host, as found by the last discovery. */
export function HostUsers({ name }: { name: string }) {
  const [started, setStarted] = useState(false)
  const list = useMemo(() => usersOn(name), [name])
  const { table, asked, answer } = useCachedList(list, columns)
  const { refetch } = asked
  // Polls the service until the discovery of the host has ended.
  useEffect(() => {
    if (!started) return undefined
    const timer = setInterval(() => void refetch(), lookAgainMs)
    return () => clearInterval(timer)
  }, [started, refetch])
  return (
    <Panel
      title="Users"
      actions={
        <ActionButton
          endpoint={enumerateUsers}
          size="xs"
          renderDialog={(close) => (
            <Look
              name={name}
              onStarted={() => {
                setStarted(true)
                close()
              }}
              onClose={close}
            />
          )}
        >
          Discover users
        </ActionButton>
      }
    >
      {started && (
        <Notice tone="info" title="Discovering users" urgent>
          <span>The list updates automatically. If no users appear, check the audit of the service.</span>
        </Notice>
      )}
      {answer && answer.counts.found + (answer.counts.withKeys ?? 0) > 0 && (
        <Text size="sm" c="dimmed">
          {answer.counts.found.toLocaleString('en')} found on the host
          {answer.counts.withKeys !== undefined &&
            `, ${answer.counts.withKeys.toLocaleString('en')} with a managed key`}
        </Text>
      )}
      <CacheAge endpoint={findSshUsers} asked={asked} />
      <ListTable
        {...table}
        search="User or key"
        of={listSshUsers}
        caption="Users"
        rowId={({ user }) => user}
        nothing={{ many: 'users', hint: 'Choose “Discover users” to read them from the host.' }}
      />
    </Panel>
  )
}

const lookForm = z.object({
  userName: z.string().check(z.trim(), z.minLength(1, 'Enter the user whose credentials to use'), z.maxLength(255)),
})

function Look({ name, onStarted, onClose }: { name: string; onStarted: () => void; onClose: () => void }) {
  const { data } = useQuery(everyHostKey)
  const known = data?.rows.find(({ ResourceName }) => ResourceName === name)?.Credentials?.[0]?.UserName
  return (
    <FormDialog
      title={`Discover users of “${name}”`}
      action="Start"
      schema={lookForm}
      send={({ userName }) => call(enumerateUsers, { userName, resourceName: name })}
      onSent={onStarted}
      onClose={onClose}
    >
      <TextField
        name="userName"
        label="Credentials of"
        description="If this user has no credentials, those of an administrator are used."
        autoComplete="off"
        defaultValue={known}
      />
    </FormDialog>
  )
}

const { text, choice } = columnsOf<SshUserRow>()
const searchable = { sortable: true, filter: true } as const
const columns = [
  text('user', 'User', value.user, { priority: 1, missing: 'Unnamed', ...searchable }),
  choice('found', 'Found on the host', value.found, searchable),
  text('keys', 'Keys with access', value.keys, {
    priority: 1,
    ...searchable,
    cell: (row) => {
      if (row.keys) return <Keys names={row.keys} />
      return row.hasKey === false ? <Keys names={[]} /> : <KeysOfUser row={row} />
    },
  }),
]

const Keys = ({ names }: { names: readonly string[] }) =>
  names.length === 0 ? (
    'No managed key'
  ) : (
    <Group gap="xs">
      {names.map((key) => (
        <Anchor key={key} component={Link} to={paths.sshKey(key)} size="sm">
          {key}
        </Anchor>
      ))}
    </Group>
  )

/** Loaded for each visible user, since this server does not list associations. */
function KeysOfUser({ row: { host, user } }: { row: SshUserRow }) {
  const { data, error } = useQuery(query(listSshKeysOfUser, { resourceName: host, userName: user }))
  if (data) return <Keys names={data} />
  return error ? <span data-tip={problemOf(error).message}>Unknown</span> : 'Loading …'
}

const usersOn = (host: string) => searchedCachedList('ssh-host-users', findSshUsers, columns, { host })

/** Starts loading the users before the page renders. */
export const prefetchUsers = (host: string, request: Request) => prefetchRows(usersOn(host), request)
