import { useQuery } from '@tanstack/react-query'
import type * as z from 'zod'
import { change } from '#api/change.ts'
import { query } from '#api/query.ts'
import { AccountFields } from '#components/accounts/AccountFields.tsx'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { addServer } from '#contract/keys/servers.ts'
import { listSshResources, listSshUsers } from '#contract/keys/ssh.ts'
import { paths } from '#paths.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Loading } from '#ui/feedback/Loading.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { serverForm } from './server-form.ts'

const title = 'Add a server'
const hostsQuery = query(listSshResources, {})
const usersQuery = query(listSshUsers, {})

/** Where certificates are deployed to: a user of a host, and the two files. Each server is added once. */
export function AddServer({ taken, onClose }: { taken: readonly string[]; onClose: () => void }) {
  const hosts = useQuery(hostsQuery)
  const { data: users } = useQuery(usersQuery)
  const names = hosts.data?.rows.flatMap(({ ResourceName }) => ResourceName ?? [])
  if (!names || names.length === 0) {
    return (
      <Dialog title={title} onClose={onClose}>
        {hosts.error ? (
          <QueryProblem error={hosts.error} refetch={hosts.refetch} />
        ) : names ? (
          <NoHost />
        ) : (
          <Loading lines={3} />
        )}
      </Dialog>
    )
  }
  return (
    <FormDialog
      title={title}
      action="Add server"
      schema={serverForm(taken)}
      send={(server: z.output<ReturnType<typeof serverForm>>) => change(addServer, server)}
      onClose={onClose}
      renderFields={(errors) => (
        <>
          <TextField name="serverName" label="Name" autoFocus maxLength={255} error={errors.serverName} />
          <AccountFields
            hostName="ResourceName"
            hosts={names}
            accounts={users?.rows}
            errors={errors}
            about="A user with write access to both files."
          />
          <TextField
            name="certificatePath"
            label="Certificate path"
            description="Absolute path, such as /etc/ssl/certs/web.pem. Receives the certificate and its chain in PEM format."
            error={errors.certificatePath}
          />
          <TextField
            name="keyPath"
            label="Private key path"
            description="Such as /etc/ssl/private/web.key. Receives the unencrypted key, readable only by its owner."
            error={errors.keyPath}
          />
        </>
      )}
    />
  )
}

const NoHost = () => (
  <Empty
    title="No managed hosts yet"
    hint="Certificates are deployed over SSH. Add the host and its credentials first."
    action={
      <ActionLink to={paths.sshHosts} size="xs">
        Go to hosts
      </ActionLink>
    }
  />
)
