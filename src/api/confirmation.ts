import type { Endpoint } from '#contract/endpoint.ts'
import { Problem } from '#contract/problem.ts'

/** Prompts the user to confirm their identity; the text names the action. Resolves to false if they cancel. */
type Asker = (purpose: string) => Promise<boolean>

let asker: Asker | undefined
let question: Promise<boolean> | undefined

/** Registers the confirmation dialog. Returns the function that removes it. */
export function onConfirmationNeeded(ask: Asker): () => void {
  asker = ask
  return () => {
    if (asker === ask) asker = undefined
  }
}

/**
 * Requests an identity confirmation: one dialog at a time, which applies to all waiting calls. False if there is no
 * handler.
 */
export async function requireConfirmation(endpoint: Endpoint): Promise<boolean> {
  if (!asker) return false
  question ??= asker(endpoint.summary).finally(() => {
    question = undefined
  })
  if (await question) return true
  throw new Problem('NOT_CONFIRMED')
}
