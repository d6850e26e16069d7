import type { AuditEntry } from '#contract/console/audit.ts'
import { Problem } from '#contract/problem.ts'
import type { Tone } from '#ui/feedback/StatusBadge.tsx'

type Result = NonNullable<AuditEntry['result']>

export const results: Record<Result, { label: string; tone: Tone; means: string }> = {
  done: { label: 'Done', tone: 'ok', means: 'The server took it' },
  refused: { label: 'Refused', tone: 'warn', means: 'It was not allowed, or not possible' },
  failed: { label: 'Failed', tone: 'bad', means: 'There was no answer, or something broke: it may have been done' },
}

/** Why it was not done, as far as the code says. */
export const reasonOf = ({ code }: Pick<AuditEntry, 'code'>): string => new Problem(code).meaning ?? code
