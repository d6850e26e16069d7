import { type Account, accountId } from '#contract/keys/rules/hosts/ssh-account.ts'
import type { Association } from '#pages/ssh-keys/associations.ts'

/** State of an account. It is derived from the associations, so that a rotation can be resumed anywhere. */
export type Stage = 'old' | 'both' | 'new'
export type Step = Account & { stage: Stage }

/** Accounts to which one of the two keys grants access. */
export function stepsOf(associations: readonly Association[], former: string, next: string): Step[] {
  const accounts = Map.groupBy(
    associations.filter(({ KeyName }) => KeyName === former || KeyName === next),
    ({ ResourceName = '', UserName = '' }) => accountId({ resourceName: ResourceName, userName: UserName }),
  )
  return [...accounts.values()].map((here) => {
    const has = (name: string) => here.some(({ KeyName }) => KeyName === name)
    const stage = has(former) ? (has(next) ? 'both' : 'old') : 'new'
    return { resourceName: here[0]?.ResourceName ?? '', userName: here[0]?.UserName ?? '', stage }
  })
}
