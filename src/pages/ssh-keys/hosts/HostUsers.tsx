import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { call } from '#api/call.ts'
import { problemOf } from '#api/problem.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import { columnsOf } from '#components/lists/Columns.tsx'
import { ListTable } from '#components/lists/ListTable.tsx'
import { enumerateUsers } from '#contract/keys/ssh.ts'
import { associationsOf } from '#pages/ssh-keys/associations.ts'
import { everyHostKey, everyUser } from '#pages/ssh-keys/queries.ts'
import { paths } from '#paths.ts'
import { UnreadAccounts } from '#pages/ssh-keys/UnreadAccounts.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Notice } from '#ui/feedback/Notice.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Anchor, Group } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { type HostUser, usersOf } from './host-rows.ts'

const lookAgainMs = 2000

/** Who has an account, as the host said when it was looked at. */
export function HostUsers({ name }: { name: string }) {
  const [started, setStarted] = useState(false)
  const users = useQuery({ ...everyUser, refetchInterval: started ? lookAgainMs : false })
  const { data: associations, error: unknown } = useQuery(associationsOf({ host: name }))
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
      <UnreadAccounts unread={associations?.unread} host={name} />
      <ListTable
        asked={users}
        caption="Users"
        rows={usersOf(name, users.data?.rows ?? [], associations)}
        columns={columns(unknown ? problemOf(unknown).message : 'Loading …')}
        rowId={({ user }) => user}
        empty={<Empty title="No users yet" hint="Choose “Discover users” to read them from the host." />}
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
      renderFields={(errors) => (
        <TextField
          name="userName"
          label="Credentials of"
          description="If this user has no credentials, those of an administrator are used."
          autoComplete="off"
          defaultValue={known}
          error={errors.userName}
        />
      )}
    />
  )
}

const { text } = columnsOf<HostUser>()
/** `pending`: what stands for keys that are not known yet. */
const columns = (pending: string) => [
  text('user', 'User', ({ user }) => user, { priority: 1, sortable: true, missing: 'Unnamed' }),
  text('found', 'Found on the host', ({ isFound }) => (isFound ? 'Yes' : 'No, known from a key'), { sortable: true }),
  text('keys', 'Keys with access', ({ keys }) => keys?.join(', '), {
    priority: 1,
    cell: ({ keys, unread }) =>
      keys === undefined ? (
        unread === undefined ? (
          pending
        ) : (
          <span data-tip={unread}>Unknown</span>
        )
      ) : keys.length === 0 ? (
        'No managed key'
      ) : (
        <Group gap="xs">
          {keys.map((key) => (
            <Anchor key={key} component={Link} to={paths.sshKey(key)} size="sm">
              {key}
            </Anchor>
          ))}
        </Group>
      ),
  }),
]
