import type * as z from 'zod/mini'
import { change } from '#api/change.ts'
import { HostDialog } from '#components/accounts/HostDialog.tsx'
import { addServer } from '#contract/keys/servers.ts'
import { TextField } from '#ui/form/TextField.tsx'
import { serverForm } from './server-form.ts'

/** Adds a deployment server: a host, a user, and the paths of two files. `taken`: names already in use. */
export const AddServer = ({ taken, onClose }: { taken: readonly string[]; onClose: () => void }) => (
  <HostDialog
    title="Add a server"
    action="Add server"
    schema={serverForm(taken)}
    send={(server: z.output<ReturnType<typeof serverForm>>) => change(addServer, server)}
    onClose={onClose}
    noHost={{
      title: 'No managed hosts yet',
      hint: 'Certificates are deployed over SSH. Add the host and its credentials first.',
    }}
    about="A user with write access to both files."
  >
    {(account) => (
      <>
        <TextField name="serverName" label="Name" autoFocus maxLength={255} />
        {account}
        <TextField
          name="certificatePath"
          label="Certificate path"
          description="Absolute path, such as /etc/ssl/certs/web.pem. Receives the certificate and its chain in PEM format."
        />
        <TextField
          name="keyPath"
          label="Private key path"
          description="Such as /etc/ssl/private/web.key. Receives the unencrypted key, readable only by its owner."
        />
        <TextField
          name="reloadCommand"
          label="Reload command (optional)"
          description="Run on the host as this user after each deployment, such as systemctl reload nginx. If it fails, the previous files are restored."
        />
        <TextField
          name="tlsAddress"
          label="TLS address (optional)"
          description="Host and port, such as www.example.com:443. Checked after each deployment to see which certificate is presented."
        />
      </>
    )}
  </HostDialog>
)
