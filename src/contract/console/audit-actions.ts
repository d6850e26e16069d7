/** Display names of actions in both audits. */
import { type OperationName, operationNames } from '#contract/words/operation-names.ts'
import type { AuditEntry } from './audit.ts'

type Action = Pick<AuditEntry, 'source' | 'action'>

const byId = new Map(operationNames.map((operation) => [operation.id, operation]))
const byApiName = new Map(operationNames.map((operation) => [operation.apiName, operation]))

/** The operation of an action; undefined if unknown. */
export const operationOfAction = ({ source, action }: Action): OperationName | undefined =>
  (source === 'keys' ? byApiName : byId).get(action)

/** The summary of the endpoint, or for unknown actions their own name. */
export const actionText = (action: Action): string => operationOfAction(action)?.summary ?? action.action

/** Whether an action matches a filter by endpoint ID or by name. */
export const isAction = (action: Action, wanted: string): boolean =>
  action.action === wanted || operationOfAction(action)?.id === wanted
