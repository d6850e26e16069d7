import * as z from 'zod/mini'

export const manifestName = 'manifest.json'
/** Incremented on changes that older versions cannot read. */
export const format = 1

/** The first part of a backup: its origin, and the digest of each other part. */
export const manifest = z.object({
  format: z.int(),
  version: z.string(),
  kind: z.enum(['sqlite', 'postgres']),
  created: z.iso.datetime(),
  /** The backup includes everything committed before this time. */
  completeTo: z.iso.datetime(),
  migrations: z.array(z.string()),
  parts: z.array(z.object({ name: z.string(), bytes: z.int(), sha256: z.string(), mode: z.int() })),
})
export type Manifest = z.output<typeof manifest>
export type Part = Manifest['parts'][number]

export const databasePart = 'triptych.db'
export const tablesPart = 'tables/'
export const filesPart = 'files/'

/** Contents of the data folder besides the database. Never the master key. */
export const savedFiles = ['ca.pem', 'shared', 'lab']

export const kindTitles = { sqlite: 'SQLite', postgres: 'PostgreSQL' } as const
