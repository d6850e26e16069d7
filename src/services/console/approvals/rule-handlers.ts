import type { ConsoleHandlers } from '#platform/console.ts'
import { Problem } from '#contract/problem.ts'
import type { Rules } from './rules.ts'

type Handled = 'readApprovalRules' | 'setApprovalRule' | 'setEmergencyRelease'

/** Approval of rule changes is enforced before these handlers, as for every call. */
export const ruleHandlers = (rules: Rules): Pick<ConsoleHandlers, Handled> => ({
  readApprovalRules: (_input, { site }) => rules.all(site.name),
  setApprovalRule: async ({ action, ...limits }, { site, person }) => {
    if (!person) throw new Problem('SIGNED_OUT')
    await rules.set(person, action, limits)
    return rules.all(site.name)
  },
  setEmergencyRelease: async ({ allowed }, { site, person }) => {
    if (!person) throw new Problem('SIGNED_OUT')
    await rules.setEmergency(person, allowed)
    return rules.all(site.name)
  },
})
