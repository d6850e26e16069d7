import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type * as z from 'zod'
import { change } from '#api/change.ts'
import { problemOf } from '#api/problem.ts'
import { query } from '#api/query.ts'
import { AccountFields } from '#components/accounts/AccountFields.tsx'
import { addServer } from '#contract/keys/servers.ts'
import { listSshResources, listSshUsers } from '#contract/keys/ssh.ts'
import { paths } from '#paths.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { FormDialog } from '#ui/dialog/FormDialog.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Loading } from '#ui/feedback/Loading.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Button } from '#ui/layout/layout.ts'
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
          <ProblemPanel problem={problemOf(hosts.error)} onRetry={() => void hosts.refetch()} />
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
      send={async (server: z.output<ReturnType<typeof serverForm>>) => {
        await change(addServer, server)
        onClose()
      }}
      onClose={onClose}
      problemOf={problemOf}
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
      <Button component={Link} to={paths.sshHosts} variant="default" size="xs">
        Go to hosts
      </Button>
    }
  />
)
