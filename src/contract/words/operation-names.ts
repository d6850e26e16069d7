import { isAudited } from '#contract/console/audit.ts'
import { endpoints } from '#contract/endpoints.ts'
import { apiNameOf } from '#contract/keys/result.ts'

export type OperationName = {
  id: string
  summary: string
  /** Operation name in the audit of key management. */
  apiName: string | undefined
  /** Whether calls are recorded in the console's audit. */
  isAudited: boolean
}

/**
 * Names of all operations for display. The build replaces this file by its result (vite.config.ts), so that pages need
 * not load all endpoint schemas.
 */
export const operationNames: readonly OperationName[] = [...endpoints.values()].map((endpoint) => ({
  id: endpoint.id,
  summary: endpoint.summary,
  apiName: endpoint.id.startsWith('keys.') ? apiNameOf(endpoint) : undefined,
  isAudited: isAudited(endpoint) && endpoint.permission !== 'proxy',
}))
