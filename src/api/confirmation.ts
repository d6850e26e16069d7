import type { Endpoint } from '#contract/endpoint.ts'
import { Problem } from '#contract/problem.ts'

/** Asks the person to confirm who they are, for what the text says; false when they would rather not. */
type Asker = (purpose: string) => Promise<boolean>

let asker: Asker | undefined
let question: Promise<boolean> | undefined

/** Who asks, from now on. Gives what ends that. */
export function onConfirmationNeeded(ask: Asker): () => void {
  asker = ask
  return () => {
    if (asker === ask) asker = undefined
  }
}

/**
 * A call needs a fresh proof of who is there: one question at a time, whose answer counts for every call that waits.
 * False where nobody can be asked.
 */
export async function requireConfirmation(endpoint: Endpoint): Promise<boolean> {
  if (!asker) return false
  question ??= asker(endpoint.summary).finally(() => {
    question = undefined
  })
  if (await question) return true
  throw new Problem('NOT_CONFIRMED')
}
