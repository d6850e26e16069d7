import { guardedActions } from '#contract/console/guarded-words.ts'
import type { Job } from '#contract/console/jobs.ts'
import { counted } from '#contract/words/counted.ts'
import type { Concern, Places } from './concern.ts'

type PendingApproval = Pick<Job, 'id' | 'by' | 'approval'> & { counts: Pick<Job['counts'], 'waiting'> }

/** Pending approval requests, and requests released in an emergency by the person who made them. */
export const approvalConcerns = (jobs: readonly PendingApproval[], places: Pick<Places, 'job'>): Concern[] =>
  jobs.flatMap(({ id, by, approval, counts: { waiting } }): Concern[] => {
    if (!approval) return []
    const { action, askedAt, until, decision, note = '', at } = approval
    const { label, nouns } = guardedActions[action]
    const about = { kind: 'approval', urgent: true, title: label, to: places.job(String(id)) } as const
    if (decision === 'released') {
      const why = `Released without a second person by ${by}: ${note}`
      return [{ ...about, id: `released ${id}`, state: String(at), why }]
    }
    if (decision !== undefined) return []
    const end = new Date(until).toISOString().slice(0, 16).replace('T', ' ')
    const why = `Waiting for approval: ${counted(waiting, ...nouns)}, requested by ${by}, until ${end} UTC`
    return [{ ...about, id: `approval ${id}`, state: String(askedAt), why }]
  })
