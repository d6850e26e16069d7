import { useQuery } from '@tanstack/react-query'
import { useOffers } from '#api/query.ts'
import { QueryProblem } from '#components/actions/QueryProblem.tsx'
import { JobDialog } from '#components/bulk/JobDialog.tsx'
import { answersQuery } from '#components/issuing/requests-query.ts'
import { notOffered } from '#components/offered/not-reported.ts'
import { deleteRequest } from '#contract/keys/requests.ts'
import type { ListedRequest } from '#contract/keys/rules/request-list.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Stack } from '#ui/layout/layout.ts'
import { plansFor, requestNouns } from './request-plan.ts'

type Props = { rows: readonly ListedRequest[]; onClose: () => void }

/** Deletes several requests, and lists what depends on their private keys. */
export function DeleteSeveral({ rows, onClose }: Props) {
  const offers = useOffers(deleteRequest)
  const answers = useQuery(answersQuery)
  const answered = new Set(answers.data?.rows.map(({ CSR_ID }) => String(CSR_ID)))
  return (
    <JobDialog
      title="Delete requests"
      action="Delete"
      nouns={requestNouns}
      plans={
        answers.isFetched
          ? plansFor(rows, ({ CSR_ID }) => ({
              effects: [
                answered.has(String(CSR_ID))
                  ? 'Deleted. The certificate that answered it keeps its private key.'
                  : `${answers.data ? 'Not answered yet' : 'Unknown whether it is answered'}. Its stored private key is deleted: a certificate issued for it later cannot be used here.`,
              ],
              ...(!offers && { refusal: `${notOffered}.` }),
            }))
          : undefined
      }
      fields={
        <Stack gap="sm">
          <Notice tone="warn" title="This cannot be undone">
            <span>An authority that received one of these requests can still issue a certificate for it.</span>
          </Notice>
          <QueryProblem error={answers.error} refetch={answers.refetch} />
        </Stack>
      }
      typed="delete"
      order={() => ({ endpoint: deleteRequest, input: {} })}
      onClose={onClose}
    />
  )
}
