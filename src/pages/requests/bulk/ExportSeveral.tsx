import { useOffers } from '#api/query.ts'
import { JobDialog } from '#components/bulk/JobDialog.tsx'
import { notOffered } from '#components/offered/not-reported.ts'
import { exportRequest } from '#contract/keys/requests.ts'
import type { ListedRequest } from '#contract/keys/rules/request-list.ts'
import { plansFor, requestNouns } from './request-plan.ts'

type Props = { rows: readonly ListedRequest[]; onClose: () => void }

/** Exports several requests in one archive, for an external CA. */
export function ExportSeveral({ rows, onClose }: Props) {
  const offers = useOffers(exportRequest)
  return (
    <JobDialog
      title="Export requests"
      action="Export"
      nouns={requestNouns}
      plans={plansFor(rows, () => ({
        effects: ['The request as PEM, without its private key.'],
        ...(!offers && { refusal: `${notOffered}.` }),
      }))}
      order={() => ({ endpoint: exportRequest, input: { fileType: 'CSR' } })}
      inputOf={({ CSR_ID, DOMAIN_NAME = '' }) => ({ fileName: `${safe(DOMAIN_NAME)}-${String(CSR_ID)}.csr` })}
      onClose={onClose}
    />
  )
}

const safe = (name: string) => name.replaceAll(/[^\p{L}\p{N}.-]/gu, '_').replace(/^\./, '_') || 'request'
