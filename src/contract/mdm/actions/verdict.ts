import type { ActionName } from './actions.ts'
import type { ActionFacts } from './obstacles.ts'
import { refusalOf } from './rules.ts'

/** What the rules say of a device before anything is sent. A list row does not carry every fact they ask for. */
export type Verdict = { is: 'can' } | { is: 'cannot'; reason: string } | { is: 'unknown'; depends: string }

type Fact = {
  name: keyof ActionFacts
  words: string
  values: readonly unknown[]
  isKnown?: (value: unknown) => boolean
}
const platforms = ['Platform A', 'Platform B', 'Platform C']

/** What each fact could be, where the device does not tell. A platform that the rules do not know is no fact to them. */
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

/** What is not known is tried in every way: only where all ways end alike is the end known. */
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

/** Whether a fact makes a difference, whatever the other missing ones are. */
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
