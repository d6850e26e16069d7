import type { AuditEntry } from '#contract/console/audit.ts'
import { Problem } from '#contract/problem.ts'
import '#contract/problems/explained.ts'
import type { Tone } from '#ui/feedback/StatusBadge.tsx'

type Result = NonNullable<AuditEntry['result']>

export const results: Record<Result, { label: string; tone: Tone; means: string }> = {
  done: { label: 'Done', tone: 'ok', means: 'Accepted by the server' },
  refused: { label: 'Refused', tone: 'warn', means: 'Not permitted or not possible' },
  failed: { label: 'Failed', tone: 'bad', means: 'No response or an error. The action may have been performed.' },
}

/** Reason for a failure according to its error code. */
export const reasonOf = ({ code }: Pick<AuditEntry, 'code'>): string => new Problem(code).meaning ?? code
