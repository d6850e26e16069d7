import type { Kysely } from 'kysely'
import { type Job, retentionHours, maxFileBytes } from '#contract/console/jobs.ts'
import type { FilePart } from '#contract/http/file-part.ts'
import { Problem } from '#contract/problem.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import { zipOf } from './archive.ts'
import type { JobSeal } from './sealed-input.ts'

export type FileStore = ReturnType<typeof fileStore>
type StoredFiles = Omit<NonNullable<Job['files']>, 'isSecret'>

/** Exported files of jobs, sealed until they expire. */
export function fileStore(database: Kysely<ConsoleTables>, seal: JobSeal) {
  const ofJob = (job: number) => database.selectFrom('console_job_file').where('job', '=', job)

  const find = async (job: number): Promise<StoredFiles | undefined> => {
    const { count, bytes, until } = await ofJob(job)
      .select(({ fn }) => [
        fn.countAll<number>().as('count'),
        fn.sum<number | string | null>('size').as('bytes'),
        fn.min<number | null>('expires_at').as('until'),
      ])
      .executeTakeFirstOrThrow()
    return until === null ? undefined : { count, bytes: Number(bytes), until }
  }

  /** Sequential, since each opened file is in memory three times. */
  async function* filesOf(job: number, rows: readonly { n: number }[]) {
    for (const { n } of rows) {
      const row = await ofJob(job).select(['name', 'sealed']).where('n', '=', n).executeTakeFirst()
      if (row) yield { name: row.name, bytes: seal.openFile(job, n, row.sealed) }
    }
  }

  return {
    find,
    /** Throws if the job has reached its export limit. */
    keep: async (job: number, n: number, { name, bytes }: FilePart) => {
      const before = await find(job)
      if ((before?.bytes ?? 0) + bytes.length > maxFileBytes) throw tooMuch()
      const size = bytes.length
      const row = {
        name,
        size,
        sealed: seal.closeFile(job, n, bytes),
        expires_at: Date.now() + retentionHours * 3_600_000,
      }
      await database
        .insertInto('console_job_file')
        .values({ job, n, ...row })
        .onConflict((conflict) => conflict.columns(['job', 'n']).doUpdateSet(row))
        .execute()
    },
    archive: async (job: number): Promise<Uint8Array<ArrayBuffer> | undefined> => {
      const rows = await ofJob(job).select('n').where('expires_at', '>', Date.now()).orderBy('n').execute()
      return rows.length === 0 ? undefined : zipOf(filesOf(job, rows))
    },
    remove: (job: number) => database.deleteFrom('console_job_file').where('job', '=', job).execute(),
    expire: () => database.deleteFrom('console_job_file').where('expires_at', '<=', Date.now()).execute(),
  }
}

const tooMuch = () =>
  new Problem('INVALID_INPUT', `The archive of this job is full: it holds ${maxFileBytes / 1024 ** 2} MiB`, {
    service: 'console',
  })
