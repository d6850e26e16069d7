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
  /** The verb on the button: `Connect`. */
  action: string
  /** Its host is `ResourceName`, its account `userName`. */
  schema: S
  send: (values: z.output<S>) => Promise<unknown>
  /** Hosts that cannot be chosen. */
  taken?: readonly string[]
  /** What is said where there is no host to choose. */
  noHost: { title: string; hint: string }
  /** Which account it takes: `A user who may read the folder.` */
  about: string
  /** The fields, with those of the account among them. */
  children: (account: ReactNode) => ReactNode
  onClose: () => void
}

/** A form about an account of a managed host. While the hosts are read, and where there is none, it says so. */
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
