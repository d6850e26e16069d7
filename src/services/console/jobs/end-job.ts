import type { ItemStore } from './item-store.ts'
import type { JobRecord, JobStore } from './job-store.ts'
import { type JobSeal, withoutSecrets } from './sealed-input.ts'

type Parts = { store: JobStore; items: ItemStore; seal: JobSeal; wake: (job: number) => void }
type Why = { why_code: string; why_message: string }
export type EndJob = (row: JobRecord, why: Why) => Promise<void>

/** What was not sent is not sent any more; what was sent is still followed. */
export const endJob =
  ({ store, items, seal, wake }: Parts): EndJob =>
  async (row, why) => {
    const { id, state } = row
    const isFollowed = (state === 'running' || state === 'held') && row.sent + row.accepted + row.unknown > 0
    if (isFollowed) await store.change(id, [state], { state: 'running', ...why })
    else
      await store.change(id, [state], {
        state: 'ended',
        ...why,
        sealed: seal.closeInput(id, withoutSecrets(seal.openInput(id, row.sealed))),
        credential: '',
        session: '',
        is_confirmed: 0,
        ended_at: Date.now(),
      })
    await items.move(id, ['waiting'], 'skipped', why.why_message)
    if (!isFollowed) await items.eraseInputs(id)
    wake(id)
  }
