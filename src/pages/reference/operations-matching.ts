import type { Endpoint } from '#contract/endpoint.ts'
import { everyOperation, placeOf, type Service } from './reference-rows.ts'

export const findOperation = (id: string): Endpoint | undefined => everyOperation.find((endpoint) => endpoint.id === id)

/** Operations of a service whose name, path, description or conventions contain all search words. */
export function operationsMatching(service: Service, wanted: string): Endpoint[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
  return everyOperation.filter((endpoint) => {
    if (service !== 'all' && placeOf(endpoint) !== service) return false
    const text = textOf(endpoint)
    return words.every((word) => text.includes(word))
  })
}

const textOf = ({ id, summary, method, path, source, permission, assumes = [] }: Endpoint) =>
  [id, summary, method, path, source, permission, ...assumes].join('\n').toLowerCase()
