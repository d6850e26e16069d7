import { invalidate } from '#api/change.ts'
import { associateKey, dissociateKey } from '#contract/keys/ssh.ts'
import type { Association } from '#pages/ssh-keys/associations.ts'
import { eachItem, type Watch } from '#components/bulk/each-item.ts'
import { type Account, idOf } from '#pages/ssh-keys/run/account.ts'
import { addTo, proofOf, takeFrom } from '#pages/ssh-keys/run/on-hosts.ts'

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

/** Adds the new key where it is missing, and signs in with it where the server can. One host at a time. */
export async function addEverywhere(steps: readonly Step[], next: string, watch: Watch<Account>): Promise<void> {
  await eachItem(steps, watch, async (step) => {
    const proof = await (step.stage === 'old' ? addTo(step, next) : proofOf(next, step))
    return `New key deployed, ${proof}`
  })
  await invalidate(associateKey.changes)
}

/** Takes the old key away where the new one opens the account, tried once more. Stops at the first that fails. */
export async function removeEverywhere(
  steps: readonly Step[],
  { former, next }: { former: string; next: string },
  watch: Watch<Account>,
): Promise<void> {
  await eachItem(
    steps.filter(({ stage }) => stage === 'both'),
    watch,
    async (step) => {
      const proof = await proofOf(next, step)
      return (await takeFrom(step, former)) ?? `Old key removed; new key: ${proof}`
    },
    { isCareful: true },
  )
  await invalidate(dissociateKey.changes)
}
