/** A user account of a host, to which SSH keys are deployed. */
import { parseJson } from '#contract/json.ts'

export type Account = { resourceName: string; userName: string }
/** Identifier in addresses and job items. */
export const accountId = ({ resourceName, userName }: Account) => JSON.stringify([resourceName, userName])

export function accountOf(subject: string): Account | undefined {
  try {
    const [resourceName, userName] = parseJson(subject) as unknown[]
    if (typeof resourceName === 'string' && typeof userName === 'string') return { resourceName, userName }
  } catch {
    // invalid text
  }
  return undefined
}
