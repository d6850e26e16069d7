import type { Plan } from '#components/bulk/plan.ts'
import type { ListedRequest, RequestRow } from '#contract/keys/rules/request-list.ts'

export const requestNouns = ['request', 'requests'] as const

type PlanTexts = Pick<Plan<RequestRow>, 'effects' | 'refusal'>

export const plansFor = (
  rows: readonly ListedRequest[],
  said: (request: RequestRow) => PlanTexts,
): Plan<RequestRow>[] =>
  rows.map(({ request }) => {
    const { CSR_ID, DOMAIN_NAME } = request
    return {
      id: String(CSR_ID ?? ''),
      name: `${DOMAIN_NAME || 'Unnamed'} (number ${String(CSR_ID ?? 'unknown')})`,
      item: request,
      ...(CSR_ID === undefined ? { effects: [], refusal: 'The server does not report its number.' } : said(request)),
    }
  })
