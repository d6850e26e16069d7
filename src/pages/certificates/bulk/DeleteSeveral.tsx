import { useQuery } from '@tanstack/react-query'
import { JobDialog } from '#components/bulk/JobDialog.tsx'
import { deleteCertificate } from '#contract/keys/certificates.ts'
import type { InventoryRow } from '#contract/keys/rules/inventory.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { certificateNouns } from './nouns.ts'
import { deletionOf, plansFor } from './plans.ts'
import { targetsOf } from './read-targets.ts'

type Props = { rows: readonly InventoryRow[]; onClose: () => void }

/** Deletes unused certificates; others are excluded, with the reason. */
export function DeleteSeveral({ rows, onClose }: Props) {
  const { data, error, refetch } = useQuery(targetsOf(rows))
  return (
    <JobDialog
      title="Delete unused certificates"
      action="Delete"
      nouns={certificateNouns}
      plans={data && plansFor(data, deletionOf)}
      unread={{ error, refetch }}
      fields={
        <Notice tone="warn" title="This cannot be undone">
          <span>
            Unused means: not found on a host by a discovery, and not a CA certificate. Hosts that were never scanned
            may still use them.
          </span>
        </Notice>
      }
      typed="delete"
      order={() => ({ endpoint: deleteCertificate, input: {} })}
      inputOf={({ target }) => target}
      onClose={onClose}
    />
  )
}
