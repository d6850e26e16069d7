import { isAction, operationOfAction } from '#contract/console/audit-actions.ts'
import type { AuditEntry, AuditFilter, MissingAudit } from '#contract/console/audit.ts'
import type { Output } from '#contract/endpoint.ts'
import type { listAudit } from '#contract/keys/discovery.ts'
import { instantOf } from '#contract/time.ts'
import { longest, shownText } from '#platform/shown-text.ts'
import { newestFirst } from './newest-first.ts'
import { fold, linesOf } from './searched-text.ts'

/** The audit of key management; `unseen` is the number of older entries that it does not return. */
export type KeyAudit = { entries: readonly AuditEntry[]; unseen: number; missing: readonly MissingAudit[] }

/** Times in an unknown format are kept as text. */
const severalNumbers = /\d\D+\d/

/** Converts getAuditDetails to timeline entries. */
export function entriesOf({ rows, total = 0 }: Output<typeof listAudit>, site: string): KeyAudit {
  const entries = rows.map(({ AUDITID, OPERATION = '', DESCRIPTION = '', USERNAME = '', TIME = '' }): AuditEntry => {
    const at = instantOf(TIME)?.getTime()
    return {
      source: 'keys',
      ...(AUDITID !== undefined && { id: AUDITID }),
      ...(at !== undefined && { at }),
      site,
      user: USERNAME,
      address: '',
      action: OPERATION,
      target: '',
      description: at === undefined && severalNumbers.test(TIME) ? `${DESCRIPTION} · TIME: ${TIME}` : DESCRIPTION,
      reason: '',
      ticket: '',
      code: '',
    }
  })
  return { entries: entries.sort(newestFirst), unseen: Math.max(0, total - rows.length), missing: [] }
}

/** The filter of the console's own entries, without the result, which these entries lack. */
export function entryFilter({ user, action, search, since, until }: AuditFilter) {
  const name = user === undefined ? undefined : fold(user)
  const text = fold(search?.trim() ?? '')
  return (entry: AuditEntry): boolean =>
    (name === undefined || fold(entry.user) === name) &&
    (action === undefined || isAction(entry, action)) &&
    (since === undefined || (entry.at !== undefined && entry.at >= since)) &&
    (until === undefined || (entry.at !== undefined && entry.at <= until)) &&
    (text === '' ||
      linesOf([entry.user, entry.action, operationOfAction(entry)?.id ?? '', entry.description]).includes(text))
}

/** Replaces line breaks and control characters from another server. */
export const readable = (entry: AuditEntry): AuditEntry =>
  entry.source === 'console'
    ? entry
    : {
        ...entry,
        user: shownText(entry.user, longest.name),
        action: shownText(entry.action, longest.name),
        description: shownText(entry.description, longest.target),
      }
