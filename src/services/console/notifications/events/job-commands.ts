import type { Kysely } from 'kysely'
import { commandDays, pendingAfterMs } from '#contract/attention/command-concerns.ts'
import type { Places } from '#contract/attention/concern.ts'
import { applied, isComposite } from '#contract/jobs/applied.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import type { Found } from './server-events.ts'

const dayMs = 86_400_000
const maxJobs = 200
/** Further devices of a job are reported together. */
const maxOfJob = 50

/** Operations of jobs that send commands. */
const operations = [...applied.values()].flatMap((one) =>
  !isComposite(one) && one.changes?.includes('mdm.command') === true ? [one.id] : [],
)

const problems = {
  failed: { state: '0', kind: 'failed', urgent: true, words: 'failed', why: 'No reason reported by the server' },
  unknown: {
    state: 'unknown',
    kind: 'failed',
    urgent: true,
    words: 'may not have been sent',
    why: 'No response from the server',
  },
  accepted: {
    state: '1',
    kind: 'stuck',
    urgent: false,
    words: 'pending',
    why: 'Sent more than a day ago, not complete',
  },
} as const

/** Commands of jobs that failed, have an unknown result, or are pending for more than a day. */
export async function commandsOfJobs(
  database: Kysely<ConsoleTables>,
  site: string,
  places: Places,
  now: number,
): Promise<Found[]> {
  const since = now - commandDays * dayMs
  const jobs = await database
    .selectFrom('console_job')
    .select(['id', 'title', 'failed', 'unknown', 'accepted'])
    .where('site', '=', site)
    .where('is_template', '=', 0)
    .where('endpoint', 'in', operations)
    .where('changed_at', '>', since)
    .where((row) => row.or([row('failed', '>', 0), row('unknown', '>', 0), row('accepted', '>', 0)]))
    .orderBy('id', 'desc')
    .limit(maxJobs)
    .execute()
  const found: Found[] = []
  for (const { id: job, title: jobTitle, ...counts } of jobs)
    for (const outcome of ['failed', 'unknown', 'accepted'] as const) {
      if (counts[outcome] === 0) continue
      const { words, why, ...about } = problems[outcome]
      const items = await database
        .selectFrom('console_job_item')
        .select(['n', 'subject', 'label', 'remark', 'evidence', 'sent_at'])
        .where('job', '=', job)
        .where('outcome', '=', outcome)
        .where('sent_at', '>', since)
        // Unknown results are reported once they are no longer looked up.
        .$if(outcome === 'unknown', (query) => query.where('look_at', '=', 0))
        .$if(outcome === 'accepted', (query) => query.where('sent_at', '<', now - pendingAfterMs))
        .orderBy('n')
        .limit(maxOfJob + 1)
        .execute()
      for (const { n, subject, label, remark, evidence, sent_at } of items.slice(0, maxOfJob)) {
        const address = new URLSearchParams({ ...(evidence && { entry: evidence }), sent: String(sent_at) })
        found.push({
          ...about,
          id: `command ${subject} ${evidence || `${job} ${n}`}`,
          title: `Command to ${label || subject} ${outcome === 'accepted' ? 'is ' : ''}${words}`,
          why: `${(outcome !== 'accepted' && remark) || why}. Job: ${jobTitle}`,
          to: `${places.deviceCommands(subject)}?${address}`,
        })
      }
      if (items.length > maxOfJob)
        found.push({
          ...about,
          id: `commands of job ${job}`,
          state: outcome,
          title: `More than ${maxOfJob} commands ${outcome === 'accepted' ? 'are ' : ''}${words}`,
          why: `Job: ${jobTitle}`,
          to: places.job(String(job)),
        })
    }
  return found
}
