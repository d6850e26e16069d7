import * as z from 'zod/mini'
import { change } from '#api/change.ts'
import { HostDialog } from '#components/accounts/HostDialog.tsx'
import { addLoadBalancer } from '#contract/keys/load-balancers.ts'
import { TextField } from '#ui/form/TextField.tsx'

/** Validation according to addLoadBalancer of the embedded service. */
const balancerForm = z.object({
  ResourceName: z.string().check(z.minLength(1, 'Choose a host')),
  userName: z.string().check(z.trim(), z.minLength(1, 'Enter a user'), z.maxLength(255, 'At most 255 characters')),
  storePath: z
    .string()
    .check(
      z.trim(),
      z.maxLength(1000, 'At most 1000 characters'),
      z.regex(/^(\/(?!\.{1,2}(\/|$))[^/]+)+$/, 'Enter the absolute path of a folder, such as /etc/ssl/balancer'),
    ),
})

/**
 * Adds a load balancer: a managed host, and the directory of its key stores. `taken`: hosts that are already connected.
 */
export const AddLoadBalancer = ({ taken, onClose }: { taken: readonly string[]; onClose: () => void }) => (
  <HostDialog
    title="Connect a load balancer"
    action="Connect"
    schema={balancerForm}
    send={(balancer: z.output<typeof balancerForm>) => change(addLoadBalancer, balancer)}
    onClose={onClose}
    taken={taken}
    noHost={{
      title: 'No managed host is left to connect',
      hint: 'Load balancers are read over SSH. Add the host and its credentials first.',
    }}
    about="A user who may read the folder."
  >
    {(account) => (
      <>
        {account}
        <TextField
          name="storePath"
          label="Folder of the key stores"
          placeholder="/etc/ssl/balancer"
          description="Its JKS and PKCS#12 files are listed over SSH. They are read and never changed."
        />
      </>
    )}
  </HostDialog>
)
