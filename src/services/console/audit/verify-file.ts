import { isEqual } from '#platform/archives/keyed-hash.ts'
import { chainKey, type Facts, hashOf } from './chain.ts'
import { timeOf } from './audit-file.ts'
import { type ChainedEntry, shown } from './entries.ts'

export type FileCheck = { entries: number; problems: string[] }

/**
 * Verifies an export in JSON lines without the database: the hash of each entry, and the chain of consecutive entries.
 * Entries excluded by a filter are not reported as gaps.
 */
export function verifyAuditLines(lines: Iterable<string>, masterKey: Buffer): FileCheck {
  const key = chainKey(masterKey)
  const hashes = new Map<number, string>()
  const told: FileCheck = { entries: 0, problems: [] }
  const claimed: { id: number; previous: string }[] = []
  let number = 0
  for (const line of lines) {
    number += 1
    if (line.trim() === '') continue
    const entry = entryIn(line)
    if (!entry) {
      told.problems.push(`Line ${number} is no entry of an audit`)
      continue
    }
    told.entries += 1
    if (!isAsHashed(entry)) told.problems.push(`Entry ${entry.id} has content that its hash does not cover`)
    if (hashes.has(entry.id)) told.problems.push(`Entry ${entry.id} is in the file more than once`)
    if (!isEqual(entry.hash, hashOf(key, entry.previous, factsOf(entry))))
      told.problems.push(`Entry ${entry.id} was changed, or another installation wrote it`)
    hashes.set(entry.id, entry.hash)
    claimed.push(entry)
  }
  for (const { id, previous } of claimed) {
    const before = hashes.get(id - 1)
    if (before !== undefined && before !== previous)
      told.problems.push(`Entry ${id} does not follow entry ${id - 1} of this file`)
  }
  return told
}

function entryIn(line: string): ChainedEntry | undefined {
  try {
    const entry = JSON.parse(line) as Partial<ChainedEntry> | null
    const isEntry =
      typeof entry?.id === 'number' &&
      typeof entry.at === 'number' &&
      !Number.isNaN(new Date(entry.at).getTime()) &&
      typeof entry.hash === 'string' &&
      typeof entry.previous === 'string'
    return isEntry ? (entry as ChainedEntry) : undefined
  } catch {
    return undefined
  }
}

/** Accepts only properties covered by the hash, and `time` if it matches `at`. */
const isAsHashed = ({ time, ...entry }: ChainedEntry & { time?: unknown }) =>
  (time === undefined || time === timeOf(entry.at)) && Object.keys(entry).every((name) => hashed.has(name))
const hashed = new Set([...shown.map((name) => name.replace(/^.* as /, '')), 'revealedTo', 'previous', 'hash'])

const factsOf = ({ user, revealedTo, ...entry }: ChainedEntry): Facts => ({
  ...entry,
  user_name: user,
  revealed_to: revealedTo,
  reason: entry.reason ?? '',
  ticket: entry.ticket ?? '',
})
