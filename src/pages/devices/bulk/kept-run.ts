import type { BulkRun } from './run.ts'

const keyOf = (person: string) => `triptych-bulk-${person}`

/** What the browser refuses to keep lasts as long as the page. */
const inMemory = new Map<string, BulkRun>()

/** The run of this person in this browser: devices and what became of them, and no secret. */
export function readBulk(person: string): BulkRun | undefined {
  const here = inMemory.get(person)
  if (here) return here
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(person)) ?? 'null') as BulkRun | null
    return kept && Array.isArray(kept.targets) ? kept : undefined
  } catch {
    return undefined // storage may be blocked, and what is in it may be anybody's
  }
}

/** Whether the run outlives the page. */
export function keepBulk(person: string, run: BulkRun | undefined): boolean {
  inMemory.delete(person)
  try {
    if (run) localStorage.setItem(keyOf(person), JSON.stringify(run))
    else localStorage.removeItem(keyOf(person))
    return true
  } catch {
    if (run) inMemory.set(person, run) // full or blocked
    return false
  }
}
