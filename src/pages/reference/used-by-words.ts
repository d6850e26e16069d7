import { type Endpoint, serviceOf } from '#contract/endpoint.ts'
import { navigation } from '#components/area/navigation.ts'
import { reasonsForNoPage } from './unused-reasons.ts'
import { usedBy } from './used-by.ts'

/** A part of the console that calls an operation, with the path of its area. */
export type PageOfOperation = { label: string; to?: string | undefined }

const words = (part: string) => part.replaceAll('-', ' ')
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** `shell` is the frame of all pages. */
const areaLabels: Record<string, string> = { shell: 'Header and search', 'set-up': 'Setup' }

function areaOf(folder: string): PageOfOperation {
  const [area = ''] = folder.split('/', 1)
  const entry = navigation.find(({ to }) => to === `/${area}`)
  return entry ?? { label: areaLabels[area] ?? capital(words(area)) }
}

/** Areas in which an operation is used. */
export const areasUsing = ({ id }: Endpoint): string[] => [
  ...new Set((usedBy[id] ?? []).map((folder) => areaOf(folder).label)),
]

/** The pages in which an operation is used: `devices/device/security` → "Devices, device, security". */
export const pagesUsing = ({ id }: Endpoint): PageOfOperation[] =>
  (usedBy[id] ?? []).map((folder) => {
    const { label, to } = areaOf(folder)
    const rooms = folder.split('/').slice(1).map(words)
    return { label: [label].concat(rooms).join(', '), to }
  })

/** Why no page uses an operation. */
export function noPageBecause(endpoint: Endpoint): string {
  if (serviceOf(endpoint) === 'identity') return 'Called by the console or by applications, never by a page'
  if (endpoint.permission === 'proxy') return 'Called by the console itself'
  return reasonsForNoPage[endpoint.id] ?? ''
}

const fewAreas = 3

export function usedByText(endpoint: Endpoint): string {
  const areas = areasUsing(endpoint)
  if (areas.length === 0) return 'Used by no page'
  if (areas.length > 6) return 'Most pages'
  return areas.slice(0, fewAreas).join(', ') + (areas.length > fewAreas ? ` and ${areas.length - fewAreas} more` : '')
}
