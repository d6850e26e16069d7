/** What the actions of both audits are called. */
import { type OperationName, operationNames } from '#contract/words/operation-names.ts'
import type { AuditEntry } from './audit.ts'

type Action = Pick<AuditEntry, 'source' | 'action'>

const byId = new Map(operationNames.map((operation) => [operation.id, operation]))
const byApiName = new Map(operationNames.map((operation) => [operation.apiName, operation]))

/** The operation that somebody called; undefined where it is none of ours. */
export const operationOfAction = ({ source, action }: Action): OperationName | undefined =>
  (source === 'keys' ? byApiName : byId).get(action)

/** In the words of its row; an action that this version does not know goes by its own name. */
export const actionText = (action: Action): string => operationOfAction(action)?.summary ?? action.action

/** Is it what is filtered by: the id of a row, or the name itself? */
export const isAction = (action: Action, wanted: string): boolean =>
  action.action === wanted || operationOfAction(action)?.id === wanted
