import { type ActionName, actions } from './actions.ts'
import type { ActionFacts } from './obstacles.ts'
import { refusalOf } from './rules.ts'

/** Result of the rules before sending. List rows lack some of the fields that the rules need. */
export type Verdict = { is: 'can' } | { is: 'cannot'; reason: string } | { is: 'unknown'; depends: string }

/** Whether an action may be applied to a query. Dangerous ones require devices that the user has seen. */
export const isForQueries = (action: ActionName) => actions[action].danger === undefined

type Fact = {
  name: keyof ActionFacts
  words: string
  values: readonly unknown[]
  isKnown?: (value: unknown) => boolean
}
const platforms = ['Platform A', 'Platform B', 'Platform C']

/** Possible values of each fact, used if the device does not report it. Unknown platforms count as not reported. */
const facts: readonly Fact[] = [
  { name: 'managed_status', words: 'enrollment status', values: [2, 4] },
  {
    name: 'platform_type',
    words: 'platform',
    values: platforms,
    isKnown: (value) => platforms.some((platform) => platform === value),
  },
  {
    name: 'model_type',
    words: 'device type',
    values: ['Smartphone', 'Tablet', 'Laptop', 'Desktop', 'TV', 'Rugged scanner'],
  },
  { name: 'owned_by', words: 'ownership', values: ['1', '2'] },
  { name: 'is_supervised', words: 'supervision', values: [true, false] },
  { name: 'is_lost_mode_enabled', words: 'lost mode', values: [true, false] },
  { name: 'os_version', words: 'OS version', values: ['9.0', '10.0'] },
  { name: 'kiosk', words: 'kiosk mode', values: ['none', 'running', 'paused'] },
]

const isMissing = ({ name, isKnown }: Fact, device: ActionFacts) => {
  const value = device[name]
  return value === undefined || value === '' || (isKnown !== undefined && !isKnown(value))
}

/** Evaluates the rules for all combinations of missing facts. The result is certain only if all agree. */
export function verdictOf(action: ActionName, device: ActionFacts): Verdict {
  const missing = facts.filter((fact) => isMissing(fact, device))
  const reasons = waysOf(missing, device).map((way) => refusalOf(action, way)?.reason)
  const [first] = reasons
  if (reasons.every((reason) => reason === undefined)) return { is: 'can' }
  if (first !== undefined && reasons.every((reason) => reason !== undefined)) return { is: 'cannot', reason: first }
  return {
    is: 'unknown',
    depends: missing
      .filter((fact) => decides(action, fact, missing, device))
      .map(({ words }) => words)
      .join(', '),
  }
}

/** Whether a fact changes the result for some values of the other missing facts. */
function decides(action: ActionName, fact: Fact, missing: readonly Fact[], device: ActionFacts): boolean {
  const others = missing.filter((one) => one !== fact)
  return waysOf(others, device).some((way) => {
    const ends = waysOf([fact], way).map((one) => refusalOf(action, one) === undefined)
    return new Set(ends).size > 1
  })
}

const waysOf = (missing: readonly Fact[], device: ActionFacts): ActionFacts[] =>
  missing.reduce<ActionFacts[]>(
    (ways, { name, values }) => ways.flatMap((way) => values.map((value) => ({ ...way, [name]: value }))),
    [device],
  )
