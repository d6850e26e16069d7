import { type Endpoint, isExtension } from './endpoint.ts'

/**
 * Where an operation comes from: the references state it; or they name what it is about and leave its path open, so
 * that it follows real servers; or it is an extension that no other server needs to have.
 */
export const origins = ['stated', 'named', 'extension'] as const
export type Origin = (typeof origins)[number]

export function originOf(endpoint: Pick<Endpoint, 'source'>): Origin {
  if (isExtension(endpoint) || endpoint.source.startsWith('RFC ')) return 'extension'
  return /as on real servers|not shown/.test(endpoint.source) ? 'named' : 'stated'
}
