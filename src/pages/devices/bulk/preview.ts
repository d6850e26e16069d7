import type { ActionName } from '#contract/mdm/actions/actions.ts'
import type { Chosen, Target } from './chosen.ts'
import { type Verdict, verdictOf } from '#contract/mdm/actions/verdict.ts'

export type PreviewRow = Target & { verdict: Verdict }
export type PreviewFilter = 'all' | Verdict['is']
export const previewFilters = ['all', 'can', 'unknown', 'cannot'] as const

/** Eligibility of each device. Devices with the same relevant data share one result. */
export function previewOf({ targets }: Chosen, action: ActionName): PreviewRow[] {
  const known = new Map<string, Verdict>()
  return targets.map((target) => {
    const key = JSON.stringify(target.facts)
    const verdict = known.get(key) ?? verdictOf(action, target.facts)
    known.set(key, verdict)
    return { ...target, verdict }
  })
}

export const passing = (rows: readonly PreviewRow[], filter: PreviewFilter) =>
  rows.filter(({ verdict }) => filter === 'all' || verdict.is === filter)

export const verdictText = (verdict: Verdict): string => {
  if (verdict.is === 'can') return ''
  return verdict.is === 'cannot' ? verdict.reason : `Depends on ${verdict.depends}. The server decides.`
}

/** Ineligible devices are excluded with the reason, unless the server should decide. */
export const leftOutOf = (rows: readonly PreviewRow[], evenThose: boolean): Map<string, string> =>
  new Map(
    rows.flatMap(({ id, verdict }): [string, string][] =>
      verdict.is === 'cannot' && !evenThose ? [[id, verdict.reason]] : [],
    ),
  )
