import { type Endpoint, isExtension } from './endpoint.ts'

/**
 * Origin of an operation: specified by the references; mentioned there without a path, so that it follows real servers;
 * or an extension that other servers need not have.
 */
export const origins = ['stated', 'named', 'extension'] as const
export type Origin = (typeof origins)[number]

export function originOf(endpoint: Pick<Endpoint, 'source'>): Origin {
  if (isExtension(endpoint) || endpoint.source.startsWith('RFC ')) return 'extension'
  return /as on real servers|not shown/.test(endpoint.source) ? 'named' : 'stated'
}
