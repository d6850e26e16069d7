import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import { ActionLink } from '#components/actions/ActionLink.tsx'
import { FormDialog } from '#components/actions/FormDialog.tsx'
import { QueryState } from '#components/actions/QueryState.tsx'
import { everyRow } from '#components/lists/every-row.ts'
import { findHosts } from '#contract/console/host-list.ts'
import { paths } from '#paths.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { AccountFields } from './AccountFields.tsx'

const hostsQuery = everyRow(findHosts)

type Props<S extends z.ZodMiniType> = {
  title: string
  /** Label of the submit button: `Connect`. */
  action: string
  /** Must name the host `ResourceName` and the user `userName`. */
  schema: S
  send: (values: z.output<S>) => Promise<unknown>
  /** Names of hosts that are excluded. */
  taken?: readonly string[]
  /** Empty state if no host is left. */
  noHost: { title: string; hint: string }
  /** Description of the user field: `A user who may read the folder.` */
  about: string
  /** Renders the form, with the account fields in it. */
  children: (account: ReactNode) => ReactNode
  onClose: () => void
}

/**
 * Form dialog for an account of a managed host. Shows a loading state, an error, or an empty state if there are no
 * hosts.
 */
export function HostDialog<S extends z.ZodMiniType>(props: Props<S>) {
  const { title, taken = [], noHost, about, children, onClose, ...form } = props
  const hosts = useQuery(hostsQuery)
  const names = hosts.data?.flatMap(({ host: { ResourceName = '' } }) =>
    taken.includes(ResourceName) ? [] : ResourceName || [],
  )
  if (!names || names.length === 0) {
    const toHosts = (
      <ActionLink to={paths.sshHosts} size="xs">
        Go to hosts
      </ActionLink>
    )
    return (
      <Dialog title={title} onClose={onClose}>
        {names ? (
          <Empty {...noHost} action={toHosts} />
        ) : (
          <QueryState error={hosts.error} refetch={hosts.refetch} waiting lines={3} />
        )}
      </Dialog>
    )
  }
  return (
    <FormDialog {...form} title={title} onClose={onClose}>
      {children(<AccountFields hostName="ResourceName" hosts={names} about={about} />)}
    </FormDialog>
  )
}
