import type { Kysely } from 'kysely'
import type { ApprovalRule, RuleLimits } from '#contract/console/approvals.ts'
import { type RuledAction, ruledActions } from '#contract/console/guarded-actions.ts'
import type { Person } from '#platform/console.ts'
import type { ConsoleTables } from '#services/console/tables.ts'

const defaultLimits = { above: 25, minutes: 60 }
const defaultRule = (action: RuledAction): RuleLimits => ({
  mode: action === 'wipe' ? 'above' : 'free',
  ...defaultLimits,
})

export type Rules = ReturnType<typeof approvalRules>

/** Rules of a site, with defaults. */
export function approvalRules(database: Kysely<ConsoleTables>) {
  const all = async (site: string): Promise<{ rules: ApprovalRule[]; emergency: boolean }> => {
    const set = await database.selectFrom('console_approval_rule').selectAll().where('site', '=', site).execute()
    const rules = ruledActions.map((action): ApprovalRule => {
      const found = set.find((one) => one.action === action)
      const { mode, above, minutes } = found ?? defaultRule(action)
      return { action, mode, above, minutes, by: found?.user_name ?? '', changedAt: found?.at }
    })
    return { rules, emergency: set.find((one) => one.action === 'emergency')?.mode !== 'always' }
  }
  const write = async (
    { site, name }: Person,
    action: RuledAction | 'emergency',
    { mode, above, minutes }: RuleLimits,
  ) => {
    const written = { mode, above, minutes, user_name: name, at: Date.now() }
    await database
      .insertInto('console_approval_rule')
      .values({ site, action, ...written })
      .onConflict((conflict) => conflict.columns(['site', 'action']).doUpdateSet(written))
      .execute()
  }
  return {
    all,
    of: async (site: string, action: RuledAction): Promise<RuleLimits> =>
      (await all(site)).rules.find((one) => one.action === action) ?? defaultRule(action),
    set: write,
    setEmergency: (person: Person, allowed: boolean) =>
      write(person, 'emergency', { mode: allowed ? 'free' : 'always', ...defaultLimits }),
  }
}

const strictness = { free: 0, above: 1, always: 2 } as const

/** Whether the next rule allows more than the current one. */
export function isLooser(next: RuleLimits, standing: RuleLimits): boolean {
  if (next.mode !== standing.mode) return strictness[next.mode] < strictness[standing.mode]
  return next.mode === 'above' && (next.above > standing.above || next.minutes < standing.minutes)
}
