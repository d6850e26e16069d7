import { useState } from 'react'
import { Link, type LoaderFunctionArgs } from 'react-router'
import { change } from '#api/change.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { Confirm } from '#components/actions/Confirm.tsx'
import { usePermittedColumns } from '#components/actions/use-permitted-columns.ts'
import { columnsOf } from '#components/lists/Columns.tsx'
import { ListTable } from '#components/lists/ListTable.tsx'
import { prefetchRows, useServerList } from '#components/lists/use-server-list.ts'
import { createUser, deleteUser, listUsers, updateUser, type User } from '#contract/mdm/users.ts'
import { AreaTabs } from '#pages/devices/AreaTabs.tsx'
import { resourceList } from '#pages/devices/resource-list.ts'
import { countText } from '#pages/devices/resource-words.ts'
import { paths } from '#paths.ts'
import { Anchor, Group, Stack } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { UserForm } from './UserForm.tsx'

const list = resourceList(listUsers, 'users')

export const loader = ({ request }: LoaderFunctionArgs) => prefetchRows(list, request)

type Open = { is: 'edit' | 'delete'; user: User }

/** Users of managed devices. */
export function Component() {
  const listed = useServerList(list)
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <Page
      title="Users"
      actions={
        <ActionButton
          variant="filled"
          endpoint={createUser}
          renderDialog={(close) => (
            <UserForm title="New user" action="Add user" send={(user) => change(createUser, user)} onClose={close} />
          )}
        >
          New user
        </ActionButton>
      }
    >
      <AreaTabs>
        <Stack gap="md">
          <ListTable
            search="Name or email address"
            caption="Users"
            {...listed.table}
            columns={usePermittedColumns(columnsWith(setOpen), [updateUser, deleteUser])}
            rowHref={(user) => paths.person(user.user_email || nameOf(user))}
            rowId={({ user_id, user_email }) => user_id ?? user_email ?? ''}
            nothing={{ many: 'users', hint: 'Add one with “New user”.' }}
          />
        </Stack>
      </AreaTabs>
      {open?.is === 'edit' && (
        <UserForm
          title={`Edit ${nameOf(open.user)}`}
          action="Save"
          user={open.user}
          send={(user) => change(updateUser, { ...user, user_id: open.user.user_id ?? '' })}
          onClose={close}
        />
      )}
      {open?.is === 'delete' && (
        <Confirm
          title={`Delete ${nameOf(open.user)}?`}
          action="Delete user"
          typed={nameOf(open.user)}
          onConfirm={() => change(deleteUser, { user_id: open.user.user_id ?? '' })}
          onClose={close}
        >
          This cannot be undone. Users with assigned devices cannot be deleted.
        </Confirm>
      )}
    </Page>
  )
}

const nameOf = ({ user_name, user_email, user_id }: User) => user_name || user_email || user_id || 'Unnamed user'
const devicesOf = (text: string) => `${paths.devices}?${new URLSearchParams({ search: text.slice(0, 200) })}`

const { text, number, actions } = columnsOf<User>({ priority: 2 })

const columnsWith = (open: (what: Open) => void) => [
  text('user_name', 'Name', nameOf, { width: 190, priority: 1 }),
  text('user_email', 'Email', ({ user_email }) => user_email, { width: 285, priority: 1, breaks: true }),
  text('phone_number', 'Phone', ({ phone_number }) => phone_number, { width: 135 }),
  text('domain', 'Domain', ({ domain }) => domain, { width: 120 }),
  number('device_count', 'Devices', ({ device_count }) => device_count, {
    width: 95,
    priority: 1,
    cell: (user) =>
      user.device_count ? (
        <Anchor
          component={Link}
          size="sm"
          to={devicesOf(user.user_email || nameOf(user))}
          aria-label={`Devices of ${nameOf(user)}`}
        >
          {countText(user.device_count)}
        </Anchor>
      ) : (
        countText(user.device_count)
      ),
  }),
  actions(
    (user) => (
      <Group gap={4} ml={-8} wrap="nowrap">
        <ActionButton
          endpoint={updateUser}
          size="compact-xs"
          variant="subtle"
          aria-label={`Edit ${nameOf(user)}`}
          onClick={() => open({ is: 'edit', user })}
        >
          Edit
        </ActionButton>
        <ActionButton
          endpoint={deleteUser}
          size="compact-xs"
          variant="subtle"
          aria-label={`Delete ${nameOf(user)}`}
          onClick={() => open({ is: 'delete', user })}
        >
          Delete
        </ActionButton>
      </Group>
    ),
    { width: 150 },
  ),
]
