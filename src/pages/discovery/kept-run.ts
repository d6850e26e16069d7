import { siteName } from '#api/site.ts'
import type { Run } from './run.ts'

/** Each site has its own, and so has each person. */
const keyOf = (person: string) => ['triptych-discovery', siteName, person].filter(Boolean).join('-')

/** The search of this person in this browser: hosts and what they answered, and no secret. */
export function readRun(person: string): Run | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(person)) ?? 'null') as Run | null
    return kept && Array.isArray(kept.slices) ? kept : undefined
  } catch {
    return undefined
  }
}

export function keepRun(person: string, run: Run | undefined) {
  try {
    if (run) localStorage.setItem(keyOf(person), JSON.stringify(run))
    else localStorage.removeItem(keyOf(person))
  } catch {
    // full or blocked: it goes on, and is lost with the page
  }
}
