/** What the actions of both audits are called. */
import { type Endpoint, serviceOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { apiNameOf } from '#contract/keys/result.ts'
import type { AuditEntry } from './audit.ts'

type Action = Pick<AuditEntry, 'source' | 'action'>

const isKeyRow = (endpoint: Endpoint) => serviceOf(endpoint) === 'keys'
const keyRows: ReadonlyMap<string, Endpoint> = new Map(
  [...endpoints.values()].filter(isKeyRow).map((endpoint) => [apiNameOf(endpoint), endpoint]),
)

/** The row that somebody called; undefined where it is none of ours. */
export const rowOfAction = ({ source, action }: Action): Endpoint | undefined =>
  source === 'keys' ? keyRows.get(action) : endpoints.get(action)

/** In the words of its row; an action that this version does not know goes by its own name. */
export const actionText = (action: Action): string => rowOfAction(action)?.summary ?? action.action

/** Is it what is filtered by: the id of a row, or the name itself? */
export const isAction = (action: Action, wanted: string): boolean =>
  action.action === wanted || rowOfAction(action)?.id === wanted
