import { call } from '#api/call.ts'
import { useOffers } from '#api/query.ts'
import { ArchiveDialog } from '#components/bulk/ArchiveDialog.tsx'
import { notOffered } from '#components/offered/not-told.ts'
import { exportRequest } from '#contract/keys/requests.ts'
import type { ListedRequest } from '#contract/keys/rules/request-list.ts'
import { plansFor, requestNouns } from './request-plan.ts'

type Props = { rows: readonly ListedRequest[]; onClose: () => void }

/** Several requests as files of one archive, for a CA elsewhere. */
export function ExportSeveral({ rows, onClose }: Props) {
  const offers = useOffers(exportRequest)
  return (
    <ArchiveDialog
      title="Export requests"
      name="requests"
      nouns={requestNouns}
      plans={plansFor(rows, () => ({
        effects: ['The request as PEM, without its private key.'],
        ...(!offers && { refusal: `${notOffered}.` }),
      }))}
      begin={async () => true}
      fetch={async ({ CSR_ID, DOMAIN_NAME = '' }) => {
        const { bytes } = await call(exportRequest, { CSR_ID: String(CSR_ID), fileType: 'CSR' })
        return { name: `${safe(DOMAIN_NAME)}-${String(CSR_ID)}.csr`, bytes }
      }}
      onClose={onClose}
    />
  )
}

const safe = (name: string) => name.replaceAll(/[^\p{L}\p{N}.-]/gu, '_').replace(/^\./, '_') || 'request'
