import { useQuery } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { invalidate } from '#api/change.ts'
import { BulkDialog } from '#components/bulk/BulkDialog.tsx'
import { type SshKeyRow, sshKeyRows } from '#contract/keys/rules/ssh-key-list.ts'
import { deleteSshKey } from '#contract/keys/ssh.ts'
import { everyAssociation } from '#pages/ssh-keys/queries.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { deletionOf, keyNouns, plansFor } from './key-plan.ts'

type Props = { rows: readonly SshKeyRow[]; onClose: () => void }

/** Keys that grant access to no account; the others are left out and say where they do. */
export function DeleteKeys({ rows, onClose }: Props) {
  // What the list shows may have been read a while ago.
  const { data, isFetched } = useQuery(everyAssociation)
  const now = sshKeyRows(
    rows.map(({ key }) => key),
    data,
  )
  return (
    <BulkDialog
      title="Delete unused SSH keys"
      action="Delete"
      nouns={keyNouns}
      plans={isFetched ? plansFor(now, deletionOf) : undefined}
      fields={
        <Notice tone="warn" title="This cannot be undone">
          <span>
            Unused means that this service has deployed the key to no account. Keys that were put on hosts by other
            means are not known here.
          </span>
        </Notice>
      }
      typed="delete"
      begin={async () => true}
      work={async (key_name) => (await call(deleteSshKey, { key_name })).message}
      onEnd={() => invalidate(deleteSshKey.changes)}
      onClose={onClose}
    />
  )
}
