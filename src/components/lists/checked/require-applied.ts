import { Problem, type ServiceName } from '#contract/problem.ts'

type Checked = { isCorrected?: boolean }

const ignoring = (service: ServiceName) =>
  new Problem(
    'UNEXPECTED_CONTENT',
    'The server does not search its list, and the browser cannot: the list is too long or lacks the required fields',
    {
      service,
    },
  )

/** A response whose server ignored the search: another request would not change that. */
type Ignored = { isIgnored?: boolean }

/**
 * Treats the response as an error if the server ignored the search and the list is too long to be searched in the
 * browser.
 */
export const unlessIgnored = <A extends { data?: unknown; error: Error | null }>(
  asked: A,
  service: ServiceName,
): A & Ignored =>
  (asked.data as Checked | undefined)?.isCorrected === false
    ? { ...asked, data: undefined, error: ignoring(service), isIgnored: true }
    : asked

export function requireApplied<P extends Checked>(page: P, service: ServiceName): P {
  if (page.isCorrected === false) throw ignoring(service)
  return page
}
