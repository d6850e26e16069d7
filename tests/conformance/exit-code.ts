import { originOf } from '#contract/origin.ts'
import type { Examined } from './examine.ts'

/** Of the process, the worst of all connections. */
export const exitCodes = {
  0: 'Every stated operation that was tested fits',
  1: 'A stated operation differs, or no credential is needed; a setting of the connection may mend a difference',
  2: 'A stated operation is missing or fails',
  3: 'A server could not be examined',
} as const
export type ExitCode = keyof typeof exitCodes
/** Of a command line or a file of connections that cannot be used. */
export const usageExitCode = 64
/** Of a defect of the tool (sysexits.h). */
export const failureExitCode = 70

export function exitCodeOf(examined: Examined): ExitCode {
  if ('stopped' in examined) return 3
  const { findings, checks, outcomes } = examined
  const stated = findings.filter(({ endpoint }) => originOf(endpoint) === 'stated')
  const broken = stated.filter(({ endpoint, outcome }) =>
    ['missing', 'fails'].includes(outcomes.get(endpoint) ?? outcome),
  )
  if (broken.length > 0) return 2
  const isDifferent = stated.some(({ outcome }) => ['differs', 'fails', 'missing'].includes(outcome))
  return isDifferent || checks.some(({ isSevere }) => isSevere) ? 1 : 0
}

export const worstExitCode = (all: readonly Examined[]): ExitCode =>
  all.map((one) => exitCodeOf(one)).reduce<ExitCode>((worst, one) => (one > worst ? one : worst), 0)
