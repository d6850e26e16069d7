import { useQuery } from '@tanstack/react-query'
import { JobDialog } from '#components/bulk/JobDialog.tsx'
import { type SshKeyRow, sshKeyRows } from '#contract/keys/rules/ssh-key-list.ts'
import { deleteSshKey } from '#contract/keys/ssh.ts'
import { everyAssociation } from '#pages/ssh-keys/queries.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { deletionOf, keyNouns, plansFor } from './key-plan.ts'

type Props = { rows: readonly SshKeyRow[]; onClose: () => void }

/** Deletes keys that grant access to no account; the others are skipped, and their accounts are named. */
export function DeleteKeys({ rows, onClose }: Props) {
  // The rows of the list can be outdated.
  const { data, error, refetch } = useQuery(everyAssociation)
  const now = sshKeyRows(
    rows.map(({ key }) => key),
    data,
  )
  return (
    <JobDialog
      title="Delete unused SSH keys"
      action="Delete"
      nouns={keyNouns}
      plans={data && plansFor(now, deletionOf)}
      unread={{ error, refetch }}
      fields={
        <Notice tone="warn" title="This cannot be undone">
          <span>
            Unused means not deployed to any account by this service. Keys installed on hosts by other means are not
            detected.
          </span>
        </Notice>
      }
      typed="delete"
      order={() => ({ endpoint: deleteSshKey, input: {} })}
      onClose={onClose}
    />
  )
}
