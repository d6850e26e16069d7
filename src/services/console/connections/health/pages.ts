import type { Finding } from '#contract/console/connections.ts'
import { found, settingOf } from './finding.ts'
import type { ServerObservations } from './observations.ts'

/** Checks the first page number: a wrong one repeats or skips a page. */
export function checkPages({ upstream, pages }: ServerObservations): Finding[] {
  if (!pages) return []
  if ('said' in pages) {
    const { problem } = pages.said
    const title = problem
      ? 'Unknown page base: the server does not return the list'
      : 'Unknown page base: there are no computers yet'
    return [found('pages', 'note', title, { detail: problem?.message })]
  }
  const { pageBase: configured } = upstream.pages.configured
  const { base } = pages
  if (configured === 'auto' || configured === base) {
    return [
      found('pages', 'good', `Pages count from ${base}`, {
        detail: configured === 'auto' ? 'Detected automatically' : undefined,
      }),
    ]
  }
  const seen = base === 1 ? 'The first page would be shown twice' : 'The first page would be omitted'
  return [
    found('pages', 'bad', `The server counts pages from ${base}, the configuration from ${configured}`, {
      detail: seen,
      next: `Write "pageBase": ${base} or "pageBase": "auto" in ${settingOf(upstream, 'dialect')}.`,
    }),
  ]
}
