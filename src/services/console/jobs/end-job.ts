import type { ItemStore } from './item-store.ts'
import type { JobRecord, JobStore } from './job-store.ts'
import { type JobSeal, withoutSecrets } from './sealed-input.ts'

type Parts = { store: JobStore; items: ItemStore; seal: JobSeal; wake: (job: number) => void }
type Why = { why_code: string; why_message: string }
export type EndJob = (row: JobRecord, why: Why) => Promise<void>

/** Cancels waiting items; sent ones are still followed up. */
export const endJob =
  ({ store, items, seal, wake }: Parts): EndJob =>
  async (row, why) => {
    const { id, state } = row
    const end = (from: JobRecord['state']) =>
      store.change(id, [from], {
        state: 'ended',
        ...why,
        sealed: seal.closeInput(id, withoutSecrets(seal.openInput(id, row.sealed))),
        credential: '',
        session: '',
        is_confirmed: 0,
        ended_at: Date.now(),
      })
    const isFollowed = (counts: JobRecord) => counts.sent + counts.accepted + counts.unknown > 0
    // A turn may be sending: it takes no more items, and those already sent are counted.
    const isRunning = state === 'running' || (state === 'held' && isFollowed(row))
    if (isRunning) await store.change(id, [state], { state: 'running', ...why })
    else await end(state)
    await items.move(id, ['waiting'], 'skipped', why.why_message)
    const now = isRunning ? await store.find(id) : undefined
    if (now && !isFollowed(now)) await end('running')
    if (!now || !isFollowed(now)) await items.eraseInputs(id)
    wake(id)
  }
