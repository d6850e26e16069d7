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

/** Rows that their server did not search as asked, and that are too many for it to be done here, are no answer. */
export const unlessIgnored = <A extends { data?: unknown; error: Error | null }>(asked: A, service: ServiceName): A =>
  (asked.data as Checked | undefined)?.isCorrected === false
    ? { ...asked, data: undefined, error: ignoring(service) }
    : asked

export function requireAsked<P extends Checked>(page: P, service: ServiceName): P {
  if (page.isCorrected === false) throw ignoring(service)
  return page
}
