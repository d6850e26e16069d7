import { problemOf } from '#api/problem.ts'

export type Account = { resourceName: string; userName: string }
export const idOf = ({ resourceName, userName }: Account) => JSON.stringify([resourceName, userName])

export type Outcome = { done: boolean; text: string }
export type Outcomes = ReadonlyMap<string, Outcome | 'working'>

export const isDone = (outcome: Outcome | 'working' | undefined) =>
  outcome !== undefined && outcome !== 'working' && outcome.done
export const isFailed = (outcome: Outcome | 'working' | undefined) =>
  outcome !== undefined && outcome !== 'working' && !outcome.done

/** Who looks on: told of each account as it goes, and able to stop it between two of them. */
export type Watch = { report: (account: Account, outcome: Outcome | 'working') => void; signal: AbortSignal }

/** Refusals that each of the following would meet as well: whoever said no is not asked again for each host. */
const refusesAll: readonly string[] = ['CONFIRM_IDENTITY', 'SIGNED_OUT']

type Options = {
  /** Nothing further is done after a failure. */
  isCareful?: boolean
}

/** One account after the other. `work` says what was done there, or throws why it was not. */
export async function eachAccount<A extends Account>(
  accounts: readonly A[],
  { report, signal }: Watch,
  work: (account: A) => Promise<string>,
  { isCareful = false }: Options = {},
): Promise<void> {
  for (const account of accounts) {
    if (signal.aborted) return
    report(account, 'working')
    try {
      report(account, { done: true, text: await work(account) })
    } catch (error) {
      const { code, message } = problemOf(error)
      report(account, { done: false, text: message })
      if (isCareful || refusesAll.includes(code)) return
    }
  }
}
