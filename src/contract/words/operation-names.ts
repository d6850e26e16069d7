import { isAudited } from '#contract/console/audit.ts'
import { endpoints } from '#contract/endpoints.ts'
import { apiNameOf } from '#contract/keys/result.ts'

export type OperationName = {
  id: string
  summary: string
  /** Of key management: what its own audit calls it. */
  apiName: string | undefined
  /** Each call leaves an entry in the audit of the console. */
  isAudited: boolean
}

/**
 * What pages say of operations that they do not call. The build puts the finished table in place of this file
 * (vite.config.ts): no page loads the schemas of all endpoints for their names.
 */
export const operationNames: readonly OperationName[] = [...endpoints.values()].map((endpoint) => ({
  id: endpoint.id,
  summary: endpoint.summary,
  apiName: endpoint.id.startsWith('keys.') ? apiNameOf(endpoint) : undefined,
  isAudited: isAudited(endpoint) && endpoint.permission !== 'proxy',
}))
