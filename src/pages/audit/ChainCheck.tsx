import type { AuditSource } from '#contract/console/audit.ts'
import { counted } from '#contract/words/counted.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { CopyButton } from '#ui/values/CopyButton.tsx'
import classes from './ChainCheck.module.css'
import { sources } from './sources.ts'

/** Result of a verification. The console also reports the number of entries and the final hash. */
type Found = { intact?: boolean; entries?: number; head?: string; problem?: string }
type Props = { source: AuditSource; found: Found }

/** Result of verifying one hash chain, and how to interpret it. */
export function ChainCheck({ source, found }: Props) {
  const { label } = sources[source]
  if (found.intact === undefined) {
    return (
      <Notice tone="warn" title={`${label}: unknown`}>
        <span>The server did not report whether its audit log is intact.</span>
      </Notice>
    )
  }
  if (!found.intact) {
    return (
      <Notice tone="bad" title={`${label}: the audit log was modified`} urgent>
        <span>{found.problem || 'No details reported by the server'}.</span>
        <span>
          Entries were changed directly in the database. Keep a copy of the database in its current state and compare it
          with an earlier export or backup.
        </span>
      </Notice>
    )
  }
  const { entries, head } = found
  const verified = entries === undefined ? '' : `, ${counted(entries, 'entry', 'entries')} verified`
  return (
    <output>
      <Notice tone="ok" title={`${label}: hash chain intact${verified}`}>
        <span>No entries were changed, removed, inserted or truncated. {head !== undefined && toNote}</span>
        {entries !== undefined && head !== undefined && (
          <span className={classes.head}>
            <span>Number {entries.toLocaleString('en')}</span>
            <code>{head}</code>
            <CopyButton value={`${entries} ${head}`} label="Copy number and hash" />
          </span>
        )}
      </Notice>
    </output>
  )
}

const toNote =
  'Record the number and hash of the last entry elsewhere to detect whether an older copy of the database is restored later.'
