import { queryHref } from '#components/fleet/query-href.ts'
import { type OtherMeasure, measureLabel } from '#contract/console/trend/measures.ts'
import type { Series } from '#contract/console/trend/trend.ts'
import { paths } from '#paths.ts'

const search = (path: string, values: Record<string, string>) => `${path}?${new URLSearchParams(values)}`
const dayMs = 86_400_000
/** Created on this day or before. */
const createdBefore = (days: number, now: number) => {
  const address = new URLSearchParams()
  address.append('filter.created', '')
  address.append('filter.created', new Date(now - days * dayMs).toISOString().slice(0, 10))
  return `${paths.sshKeys}?${address}`
}

const links: Record<OtherMeasure, (now: number) => string> = {
  'desktops.all': () => paths.desktops,
  'desktops.failed': () => search(paths.desktopAgents, { installation: '29' }),
  'desktops.without-agent': () => search(paths.desktopAgents, { installation: '21' }),
  'desktops.down': () => search(paths.desktops, { live: '2' }),
  'certificates.all': () => paths.certificates,
  'certificates.expired': () => search(paths.certificateExpiry, { within: 'expired' }),
  'certificates.week': () => search(paths.certificateExpiry, { within: 'week' }),
  'certificates.month': () => search(paths.certificateExpiry, { within: 'month' }),
  'certificates.quarter': () => search(paths.certificateExpiry, { within: 'quarter' }),
  'certificates.weak': () => search(paths.certificates, { show: 'weak' }),
  'certificates.rsa-2048': () => search(paths.certificates, { bits: '2048' }),
  'ssh-keys.all': () => paths.sshKeys,
  'ssh-keys.quarter': (now) => createdBefore(90, now),
  'ssh-keys.year': (now) => createdBefore(365, now),
}
const isLinked = (measure: string): measure is OtherMeasure => Object.hasOwn(links, measure)

/** Link to the current list of what the metric counts. */
export function linkOf({ measure, query, view }: Series, now: number): string {
  if (view) return view.search === '' ? view.page : `${view.page}?${view.search}`
  if (query !== undefined) return queryHref(query)
  return isLinked(measure) ? links[measure](now) : paths.overview
}

export const nameOf = ({ measure, view }: Series): string => view?.name ?? measureLabel(measure)
