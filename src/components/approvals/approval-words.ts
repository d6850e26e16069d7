import type { RuleLimits } from '#contract/console/approvals.ts'
import { guardedActions } from '#contract/console/guarded-words.ts'
import type { ApprovalDecision, Job } from '#contract/console/jobs.ts'
import { counted } from '#contract/words/counted.ts'

type Approval = NonNullable<Job['approval']>

/** Description of a rule: `Approval needed above 25 devices in an hour, per user`. */
export function ruleText(action: Approval['action'], { mode, above, minutes }: RuleLimits): string {
  if (mode === 'free') return 'No approval needed'
  if (mode === 'always') return 'Approval always needed'
  const time = minutes === 1 ? 'a minute' : minutes === 60 ? 'an hour' : counted(minutes, 'minute', 'minutes')
  return `Approval needed above ${counted(above, ...guardedActions[action].nouns)} in ${time}, per user`
}

const decided: Record<ApprovalDecision, (by: string) => string> = {
  approved: (by) => `Approved by ${by}`,
  part: (by) => `Partly approved by ${by}`,
  refused: (by) => `Refused by ${by}`,
  lapsed: () => 'Expired without approval',
  canceled: (by) => `Canceled by ${by}`,
  released: (by) => `Released in an emergency by ${by}, without a second person`,
}
export const decisionText = ({ decision, by = '' }: Approval) => decision && decided[decision](by)

/** Label of the guarded action. Not the job title, which its requester chose. */
export const deedText = ({ approval, title }: Pick<Job, 'approval' | 'title'>) =>
  approval ? guardedActions[approval.action].label : title

/** Affected subjects: `Tablet 1, Tablet 2 and 28 more`. */
export function namesText(names: readonly string[] = [], count: number): string {
  const more = count - names.length
  return names.length > 0 && more > 0 ? `${names.join(', ')} and ${more.toLocaleString('en')} more` : names.join(', ')
}
