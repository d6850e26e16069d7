import { call } from '#api/call.ts'
import { change } from '#api/change.ts'
import { invalidate } from '#api/mutation.ts'
import { problemOf } from '#api/problem-of.ts'
import { associateKey, dissociateKey, listSshKeysOfUser } from '#contract/keys/ssh.ts'
import { Problem } from '#contract/problem.ts'
import type { Association } from '#pages/ssh-keys/ssh-key-rows.ts'

export type Account = { resourceName: string; userName: string }

/** How far one account is. What was done stands in the associations, so that a run can be gone on with anywhere. */
export type Stage = 'old' | 'both' | 'new'
export type Step = Account & { stage: Stage }

export const idOf = ({ resourceName, userName }: Account) => JSON.stringify([resourceName, userName])

/** The accounts that one of the two keys opens. */
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

export type Outcome = { done: boolean; text: string }
type Report = (account: Account, outcome: Outcome | 'working') => void

/** Adds the new key where it is missing, and asks each host whether it stands there. One host at a time. */
export async function addEverywhere(steps: readonly Step[], next: string, report: Report): Promise<void> {
  for (const { stage, ...account } of steps) {
    await tell(account, report, async () => {
      if (stage === 'old') await call(associateKey, { keyName: next, ...account })
      await requirePresent(next, account)
      return 'The new key is there: the host was asked'
    })
  }
  await invalidate(associateKey.changes)
}

/** Takes the old key away where the host says, once more, that the new one is there. Stops at the first that fails. */
export async function removeEverywhere(
  steps: readonly Step[],
  { former, next }: { former: string; next: string },
  report: Report,
): Promise<void> {
  for (const { resourceName, userName } of steps.filter(({ stage }) => stage === 'both')) {
    const account = { resourceName, userName }
    const isGone = await tell(account, report, async () => {
      await requirePresent(next, account)
      await change(dissociateKey, { keyName: former, ...account })
      return 'The old key is gone, the new one is there'
    })
    if (!isGone) return
  }
}

async function requirePresent(keyName: string, account: Account): Promise<void> {
  const present = await call(listSshKeysOfUser, account)
  if (!present.includes(keyName)) throw new Problem('FAILED', `The host says that “${keyName}” is not there`)
}

async function tell(account: Account, report: Report, work: () => Promise<string>): Promise<boolean> {
  report(account, 'working')
  try {
    report(account, { done: true, text: await work() })
    return true
  } catch (error) {
    report(account, { done: false, text: problemOf(error).message })
    return false
  }
}
