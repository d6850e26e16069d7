import { type Origin, originOf, origins } from '#contract/origin.ts'
import type { Examined } from './examine.ts'
import { exitCodeOf, exitCodes } from './exit-code.ts'
import { type Finding, isEmpty, outcomes, type Setting } from './finding.ts'

const headings: Record<Origin, string> = {
  stated: 'Stated by the reference',
  named: 'Named by the reference, with the path of real servers (needed by some pages)',
  extension: 'Extensions of Triptych (not needed)',
}

/** What was found, a line for each operation, and what would mend it. */
export function report(examined: Examined): string {
  const { connection } = examined
  const title = `${connection.name}: ${connection.service} at ${connection.baseUrl.href}`
  const end = `Exit code ${exitCodeOf(examined)}: ${exitCodes[exitCodeOf(examined)]}`
  if ('stopped' in examined) return [title, '', `Not examined: ${examined.stopped}`, end].join('\n')
  const { findings, checks, proposed } = examined
  const groups = origins.flatMap((origin) => {
    const ofIt = findings.filter(({ endpoint }) => originOf(endpoint) === origin)
    if (ofIt.length === 0) return []
    return ['', headings[origin]].concat(origin === 'extension' ? briefly(ofIt) : lines(ofIt))
  })
  return [
    title,
    ...groups,
    ...elsewhere(findings),
    '',
    'Checks',
    ...checks.flatMap(({ name, result, text, mendedBy }) =>
      [`  ${result.padEnd(11)} ${name}: ${text}`].concat(mendedLines(mendedBy)),
    ),
    ...(proposed
      ? ['', 'Proposed for this connection', `  "dialect": ${indented(proposed)}`, ...withIt(examined)]
      : []),
    '',
    `Stated operations: ${countsOf(findings.filter(({ endpoint }) => originOf(endpoint) === 'stated'))}`,
    end,
  ].join('\n')
}

const lines = (findings: readonly Finding[]) =>
  findings.flatMap(({ outcome, endpoint, how, notes, mendedBy, milliseconds }) => [
    `  ${outcome.padEnd(11)} ${endpoint.id.padEnd(36)} ${endpoint.method} ${endpoint.path}${timed(milliseconds)}`,
    ...[...how, ...notes].map((text) => `              ${text}`),
    ...mendedLines(mendedBy, outcome === 'missing' ? 'left out' : 'fixed'),
  ])
const timed = (milliseconds: number | undefined) => (milliseconds === undefined ? '' : ` (${milliseconds} ms)`)
const mendedLines = (setting: Setting | undefined, what = 'fixed') =>
  setting && !isEmpty(setting) ? [`              ${what} by "dialect": ${JSON.stringify(setting)}`] : []

/** A server may have an operation under another name: the tool knows the paths of the references alone. */
function elsewhere(findings: readonly Finding[]): string[] {
  const missing = findings.find(({ endpoint, outcome }) => outcome === 'missing' && originOf(endpoint) === 'stated')
  if (!missing) return []
  return [
    '',
    'Other paths and methods are not tried. If the server has a missing operation elsewhere, give them instead of false:',
    `  "dialect": ${JSON.stringify({ operations: { [missing.endpoint.id]: { path: '/its/path/there', method: missing.endpoint.method } } })}`,
  ]
}

const briefly = (findings: readonly Finding[]) => [
  `  ${countsOf(findings)}`,
  ...lines(findings.filter(({ outcome }) => outcome === 'differs')),
]

const countsOf = (findings: readonly { outcome: Finding['outcome'] }[]) =>
  outcomes
    .map((outcome) => [findings.filter((finding) => finding.outcome === outcome).length, outcome] as const)
    .filter(([count]) => count > 0)
    .map(([count, outcome]) => `${count} ${outcome}`)
    .join(', ')

const withIt = (examined: Exclude<Examined, { stopped: string }>) => {
  const then = examined.findings.map(({ endpoint, outcome }) => ({
    endpoint,
    outcome: examined.outcomes.get(endpoint) ?? outcome,
  }))
  const stated = then.filter(({ endpoint }) => originOf(endpoint) === 'stated')
  return [`  With it, of the stated operations: ${countsOf(stated)}`]
}

const indented = (setting: Setting) => JSON.stringify(setting, null, 2).replaceAll('\n', '\n  ')
