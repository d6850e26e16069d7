import { useQuery } from '@tanstack/react-query'
import { query } from '#api/query.ts'
import { readApprovalRules } from '#contract/console/approvals.ts'
import type { GuardedAction } from '#contract/console/guarded-actions.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { ruleText } from './approval-words.ts'

/** Warns before submission that the action will need approval by a second person. */
export function HeldNotice({ action, count }: { action: GuardedAction; count: number }) {
  const { data } = useQuery(query(readApprovalRules, {}))
  const rule = data?.rules.find((one) => one.action === action)
  if (!rule || rule.mode === 'free') return null
  const isHeld = rule.mode === 'always' || count > rule.above
  return isHeld ? (
    <Notice tone="warn" title="Waiting for approval by a second person">
      <span>{ruleText(action, rule)}. Nothing is sent until somebody else approves it under Jobs, Approvals.</span>
    </Notice>
  ) : null
}
