import { type ActionName, actionNames, actions } from './actions.ts'
import { type ActionFacts, obstacles, type Refusal } from './obstacles.ts'
import { type ParameterName, parameterNames } from './parameters.ts'

const enrolled = 2

const isOffered = (name: ActionName, { platform_type, model_type }: ActionFacts) => {
  const { platforms, forms } = actions[name]
  return platforms.includes(platform_type ?? '') && (forms?.includes(model_type ?? '') ?? true)
}

/** Actions supported by the platform, regardless of the device's state. */
export const offeredActions = (facts: ActionFacts): ActionName[] => actionNames.filter((name) => isOffered(name, facts))

/** Why the action cannot be sent to the device now; undefined if it can. */
export function refusalOf(name: ActionName, facts: ActionFacts): Refusal | undefined {
  if (facts.managed_status !== enrolled) return { code: 'CMD0001', reason: 'The device is not managed' }
  const { label, unless } = actions[name]
  if (!isOffered(name, facts)) return { code: 'CMD0001', reason: `${label} is not offered on this device` }
  const found = unless?.find((obstacle) => obstacles[obstacle].holds(facts))
  return found && { code: obstacles[found].code, reason: obstacles[found].reason }
}

type Given = Partial<Record<ParameterName, unknown>>

/** The first parameter that the action does not accept, with the reason. */
export function wrongParameter(action: ActionName, given: Given): { name: ParameterName; why: string } | undefined {
  const { required = [], optional = [] } = actions[action]
  const missing = required.find((name) => given[name] === undefined)
  if (missing) return { name: missing, why: 'is missing' }
  const known = [...required, ...optional]
  const foreign = parameterNames.find((name) => given[name] !== undefined && !known.includes(name))
  return foreign && { name: foreign, why: `is no parameter of ${action}` }
}
