/** What a figure has to be, on two quiet cores and in the same run as what it is compared with. */
export type Goal = { atMost: number } | { atLeast: number }

type Figure = { name: string; value: number; unit: string; goal: Goal }
const judged: Figure[] = []

const isMissed = ({ value, goal }: Pick<Figure, 'value' | 'goal'>) =>
  Number.isNaN(value) || ('atMost' in goal ? value > goal.atMost : value < goal.atLeast)

const wordsOf = (goal: Goal, unit: string) =>
  'atMost' in goal ? `at most ${goal.atMost} ${unit}` : `at least ${goal.atLeast} ${unit}`

const digits = (value: number) => value.toFixed(value < 10 && !Number.isInteger(value) ? 1 : 0)

/** Print a figure, with its goal where it has one, and what else is known of it. */
export function figure(name: string, value: number, unit: string, { goal, more }: { goal?: Goal; more?: string } = {}) {
  const verdict = goal && `goal ${wordsOf(goal, unit)}${isMissed({ value, goal }) ? ', MISSED' : ''}`
  const details = [more, verdict].filter((text) => text !== undefined)
  console.log(`  ${name.padEnd(44)} ${digits(value).padStart(7)} ${[unit, ...details].join(', ')}`)
  if (goal) judged.push({ name, value, unit, goal })
}

/** At the end: how many goals are met, and which are missed. */
export function printVerdict() {
  const missed = judged.filter(isMissed)
  console.log(`\n${judged.length - missed.length} of ${judged.length} goals are met`)
  for (const { name, value, unit, goal } of missed)
    console.log(`  MISSED: ${name}: ${digits(value)} ${unit}, goal ${wordsOf(goal, unit)}`)
}
