import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { unanswered } from '#components/actions/unanswered.ts'
import { listConcerns } from '#contract/attention/list-concerns.ts'

const everyMs = 5 * 60_000
/** While a source could not be read. */
const soonMs = 4000
/** While a server has not answered; the console waits for it for a second each time. */
const waitingMs = 1000

/**
 * What needs attention, the most urgent of each kind first, as the console determines it for this user in every browser;
 * with the data that could not be loaded and the data that the account may not read. Refreshed every five minutes and on
 * window focus; not in hidden tabs.
 */
export function useAttention() {
  const { queryKey, queryFn, meta } = query(listConcerns, {})
  const asked = useQuery({
    queryKey,
    queryFn,
    // No change waits for it: it is derived from every server.
    meta: { ...meta, isAside: true },
    staleTime: everyMs,
    refetchInterval: ({ state: { data } }) => {
      if (data && data.waiting.length > 0) return waitingMs
      return data && data.failed.length > 0 ? soonMs : everyMs
    },
  })
  const { data, isLoading, refetch } = asked
  const askAgain = () => void refetch()
  return {
    concerns: data?.rows ?? [],
    asking: isLoading,
    /** Data of servers that have not answered yet. */
    waiting: data?.waiting ?? [],
    failed: [
      ...unanswered([{ what: 'everything that can need attention', asked: [asked] }]).failed,
      ...(data?.failed ?? []).map(({ whats, message }) => ({ whats, why: message, askAgain })),
    ],
    limited: data?.limited ?? [],
    /** Data for which the servers of this site have no operation or no field. */
    notReported: data?.notReported ?? [],
    notAllowed: data?.notAllowed ?? [],
  }
}
