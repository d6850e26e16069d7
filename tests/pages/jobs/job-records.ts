import type { Job } from '#contract/console/jobs.ts'

const none = { waiting: 0, sent: 0, accepted: 0, done: 0, failed: 0, refused: 0, unknown: 0, skipped: 0 }
type Given = Partial<Omit<Job, 'counts'>> & { counts?: Partial<Job['counts']> }

/** A job as the console answers it. */
export function jobOf({ counts, ...given }: Given): Job {
  const all = { ...none, ...counts }
  return {
    id: 12,
    endpoint: 'mdm.sendCommands',
    title: 'Scan to 250 devices (Devices)',
    kind: 'device',
    by: 'operator',
    isMine: true,
    isPermitted: true,
    state: 'running',
    changes: [],
    total: Object.values(all).reduce((sum, count) => sum + count, 0),
    target: '',
    reason: '',
    ticket: '',
    erased: [],
    createdAt: Date.UTC(2026, 2, 2, 9),
    startedAt: Date.UTC(2026, 2, 2, 9),
    changedAt: Date.UTC(2026, 2, 2, 9, 1),
    ...given,
    counts: all,
  }
}
