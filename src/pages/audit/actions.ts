import { actionText } from '#contract/console/audit-actions.ts'
import type { ServiceName } from '#contract/problem.ts'
import { startCloudSignIn } from '#contract/session.ts'
import { operationNames } from '#contract/words/operation-names.ts'

const places: Record<ServiceName, string> = {
  session: 'Signing in',
  console: 'Console',
  desktop: 'Desktops',
  mdm: 'Devices',
  keys: 'Keys',
  identity: 'Identity provider',
}
const order = Object.keys(places)

/** Label of the filter value: an endpoint id, or a key management operation unknown to this version. */
export const chosenText = (action: string) => actionText({ source: 'console', action })

/**
 * All audited operations, sorted by area and label. Signing in at an identity provider is recorded when the user
 * returns.
 */
export const actionOptions = operationNames
  .filter(({ id, isAudited }) => isAudited || id === startCloudSignIn.id)
  .map(({ id, summary }) => {
    const service = id.slice(0, id.indexOf('.')) as ServiceName
    return { value: id, service, label: `${places[service]}: ${summary}` }
  })
  .sort((one, other) => order.indexOf(one.service) - order.indexOf(other.service) || (one.label < other.label ? -1 : 1))
  .map(({ value, label }) => ({ value, label }))
