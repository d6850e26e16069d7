import * as z from 'zod/mini'

export const manifestName = 'manifest.json'
/** Counts up when an older program could not read it. */
export const format = 1

/** The first part of a backup: what it is of, and the digest of each other part. */
export const manifest = z.object({
  format: z.int(),
  version: z.string(),
  kind: z.enum(['sqlite', 'postgres']),
  created: z.iso.datetime(),
  /** Whatever was acknowledged before this moment is in it. */
  completeTo: z.iso.datetime(),
  migrations: z.array(z.string()),
  parts: z.array(z.object({ name: z.string(), bytes: z.int(), sha256: z.string(), mode: z.int() })),
})
export type Manifest = z.output<typeof manifest>
export type Part = Manifest['parts'][number]

export const databasePart = 'triptych.db'
export const tablesPart = 'tables/'
export const filesPart = 'files/'

/** What the data folder holds beside the database. Never the master key. */
export const keptFiles = ['ca.pem', 'shared', 'lab']

export const kindTitles = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const
