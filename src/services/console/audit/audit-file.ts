import { actionText } from '#contract/console/audit-actions.ts'
import { type ArchivedEntries, type AuditEntry, maxExported } from '#contract/console/audit.ts'
import { type CsvCell, csvLine, csvStart } from '#contract/csv.ts'
import { Problem } from '#contract/problem.ts'
import type { FilePart } from '#contract/http/file-part.ts'
import type { ChainedEntry } from './entries.ts'
import { type KeyAudit, readable } from './key-entries.ts'

type Walk<T> = (max: number) => AsyncIterable<T[]>
type Absent = Omit<KeyAudit, 'entries'> & { archived?: ArchivedEntries }
type Writer<T> = { format: 'csv' | 'jsonl'; start: string; line: (entry: T) => string; type: string }

/** Audit export, generated page by page. */
export const auditFile = {
  csv: (walk: Walk<AuditEntry>, about: Absent) =>
    fileOf(walk, {
      format: 'csv',
      start: csvStart + csvLine(headings) + absent(about).map(csvLine).join(''),
      line: (entry) => csvLine(cellsOf(readable(entry))),
      type: 'text/csv;charset=utf-8',
    }),
  // `time` is for readers; the hash covers `at` (decision 81).
  jsonl: (walk: Walk<ChainedEntry>) =>
    fileOf(walk, {
      format: 'jsonl',
      start: '',
      line: (entry) => `${JSON.stringify({ ...entry, time: timeOf(entry.at) })}\n`,
      type: 'application/jsonl;charset=utf-8',
    }),
}

async function fileOf<T>(walk: Walk<T>, { format, start, line, type }: Writer<T>): Promise<FilePart> {
  const parts = [Buffer.from(start)]
  for await (const page of walk(maxExported)) parts.push(Buffer.from(page.map(line).join('')))
  const day = new Date().toISOString().slice(0, 10)
  return { name: `audit-${day}.${format}`, bytes: Buffer.concat(parts), type }
}

const headings = [
  'Source',
  'Number',
  'Time',
  'Site',
  'User',
  'Address',
  'Action',
  'Operation',
  'Target',
  'Description',
  'Reason',
  'Ticket',
  'Result',
  'Code',
]
const sources = { console: 'This console', keys: 'Key management' } as const
export const timeOf = (at: number) => new Date(at).toISOString()

const cellsOf = (entry: AuditEntry): CsvCell[] => {
  const { source, id, at, site, user, address, action, target, description, reason, ticket, result, code } = entry
  const time = at === undefined ? '' : timeOf(at)
  const words = actionText(entry)
  const what = [words, action, target, description, reason, ticket]
  return [sources[source], id, time, site, user, address, ...what, result, code]
}

/** An incomplete export starts with a notice. Server messages are excluded from it. */
const absent = ({ missing, unseen, archived }: Absent): CsvCell[][] => [
  ...missing.map(({ source, code }) =>
    said(source, `Not in this file: ${new Problem(code).meaning ?? 'no answer'}`, code),
  ),
  ...(archived ? [said('console', `Not in this file: archived entries up to ${timeOf(archived.until)}`, '')] : []),
  ...(unseen > 0 ? [said('keys', `Not in this file: ${unseen} older entries`, '')] : []),
]
const said = (source: AuditEntry['source'], sentence: string, code: string): CsvCell[] => [
  sources[source],
  ...Array<CsvCell>(8).fill(''),
  sentence,
  ...Array<CsvCell>(3).fill(''),
  code,
]
