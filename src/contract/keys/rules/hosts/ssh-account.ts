/** A user of a host that keys are deployed to. */
import { parseJson } from '#contract/json.ts'

export type Account = { resourceName: string; userName: string }
/** As an address and an item of a job name it. */
export const accountId = ({ resourceName, userName }: Account) => JSON.stringify([resourceName, userName])

export function accountOf(subject: string): Account | undefined {
  try {
    const [resourceName, userName] = parseJson(subject) as unknown[]
    if (typeof resourceName === 'string' && typeof userName === 'string') return { resourceName, userName }
  } catch {
    // What is no account is about none.
  }
  return undefined
}
