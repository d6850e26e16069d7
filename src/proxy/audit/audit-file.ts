import { exportedAtMost } from '#contract/console/audit.ts'
import { csvLine, csvStart } from '#contract/csv.ts'
import { rows } from '#contract/rows.ts'
import type { FilePart } from '#contract/wire.ts'
import type { ChainedEntry } from './entries.ts'

type Format = 'csv' | 'jsonl'
type Writer = { start: string; line: (entry: ChainedEntry) => string; type: string }

/** The entries as one file, made page by page. */
export async function auditFile(
  format: Format,
  walk: (most: number) => AsyncIterable<ChainedEntry[]>,
): Promise<FilePart> {
  const { start, line, type } = writers[format]
  const parts = [Buffer.from(start)]
  for await (const page of walk(exportedAtMost)) parts.push(Buffer.from(page.map(line).join('')))
  const day = new Date().toISOString().slice(0, 10)
  return { name: `audit-${day}.${format}`, bytes: Buffer.concat(parts), type }
}

const headings = ['Number', 'Time', 'Site', 'User', 'Address', 'Action', 'Operation', 'Target', 'Result', 'Code']
const timeOf = (at: number) => new Date(at).toISOString()

const writers: Record<Format, Writer> = {
  csv: {
    start: csvStart + csvLine(headings),
    line: ({ id, at, site, user, address, action, target, result, code }) =>
      csvLine([id, timeOf(at), site, user, address, rows.get(action)?.summary ?? action, action, target, result, code]),
    type: 'text/csv;charset=utf-8',
  },
  // `time` is for people; `at` is what the hash is made of (decision 81).
  jsonl: {
    start: '',
    line: (entry) => `${JSON.stringify({ ...entry, time: timeOf(entry.at) })}\n`,
    type: 'application/jsonl;charset=utf-8',
  },
}
