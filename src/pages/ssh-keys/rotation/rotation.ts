import { invalidate } from '#api/change.ts'
import { associateKey, dissociateKey } from '#contract/keys/ssh.ts'
import type { Association } from '#pages/ssh-keys/associations.ts'
import { type Account, eachAccount, idOf, type Watch } from '#pages/ssh-keys/run/each-account.ts'
import { addTo, requirePresent, takeFrom } from '#pages/ssh-keys/run/on-hosts.ts'

/** How far one account is. What was done stands in the associations, so that a run can be gone on with anywhere. */
export type Stage = 'old' | 'both' | 'new'
export type Step = Account & { stage: Stage }

/** Accounts that one of the two keys opens. */
export function stepsOf(associations: readonly Association[], former: string, next: string): Step[] {
  const accounts = Map.groupBy(
    associations.filter(({ KeyName }) => KeyName === former || KeyName === next),
    ({ ResourceName = '', UserName = '' }) => idOf({ resourceName: ResourceName, userName: UserName }),
  )
  return [...accounts.values()].map((here) => {
    const has = (name: string) => here.some(({ KeyName }) => KeyName === name)
    const stage = has(former) ? (has(next) ? 'both' : 'old') : 'new'
    return { resourceName: here[0]?.ResourceName ?? '', userName: here[0]?.UserName ?? '', stage }
  })
}

/** Adds the new key where it is missing, and asks each host whether it stands there. One host at a time. */
export async function addEverywhere(steps: readonly Step[], next: string, watch: Watch): Promise<void> {
  await eachAccount(steps, watch, async (step) => {
    await (step.stage === 'old' ? addTo(step, next) : requirePresent(next, step))
    return 'New key deployed, confirmed by the host'
  })
  await invalidate(associateKey.changes)
}

/** Takes the old key away where the host says, once more, that the new one is there. Stops at the first that fails. */
export async function removeEverywhere(
  steps: readonly Step[],
  { former, next }: { former: string; next: string },
  watch: Watch,
): Promise<void> {
  await eachAccount(
    steps.filter(({ stage }) => stage === 'both'),
    watch,
    async (step) => {
      await requirePresent(next, step)
      await takeFrom(step, former)
      return 'Old key removed, new key confirmed'
    },
    { isCareful: true },
  )
  await invalidate(dissociateKey.changes)
}
