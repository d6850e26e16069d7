import { remedyText } from '#proxy/connections/health/remedies.ts'
import type { Finding } from './probe.ts'

const few = 12

/** What was found, a line a row, and what would mend it. */
export function report(findings: readonly Finding[]): string {
  const lines = findings.flatMap((finding) => [
    `${finding.outcome.padEnd(8)} ${finding.endpoint.id.padEnd(36)} ${summaryOf(finding)}`,
    ...detailsOf(finding).map((detail) => `         ${detail}`),
  ])
  const counts = (['fits', 'differs', 'fails', 'skipped'] as const).map(
    (outcome) => `${findings.filter((finding) => finding.outcome === outcome).length} ${outcome}`,
  )
  return [...lines, '', counts.join(', ')].join('\n')
}

function summaryOf(finding: Finding): string {
  if (finding.outcome === 'skipped') return `nothing was found that could be its ${finding.missing}`
  if (finding.outcome === 'fails') return finding.why
  return `${Math.round(finding.milliseconds)} ms`
}

function detailsOf(finding: Finding): string[] {
  if (finding.outcome === 'fails') return finding.remedy ? [`${remedyText(finding.remedy)} would mend it`] : []
  if (finding.outcome === 'skipped') return []
  const { unknown, mistyped } = finding.differences
  return [
    ...finding.notes,
    ...(unknown.size > 0 ? [`not in the reference: ${listed([...unknown])}`] : []),
    ...(mistyped.size > 0
      ? [`of another type: ${listed([...mistyped].map(([name, kind]) => `${name} (${kind})`))}`]
      : []),
  ]
}

const listed = (names: string[]) =>
  names.slice(0, few).join(', ') + (names.length > few ? ` and ${names.length - few} more` : '')
