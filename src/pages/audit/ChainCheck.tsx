import type { AuditSource } from '#contract/console/audit.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { CopyButton } from '#ui/values/CopyButton.tsx'
import classes from './ChainCheck.module.css'
import { sources } from './sources.ts'

/** Key management says whether, and what is wrong; the console also says how many and how the chain ends. */
type Found = { intact?: boolean; entries?: number; head?: string; problem?: string }
type Props = { source: AuditSource; found: Found }

const said = (count: number) => (count === 1 ? '1 entry' : `${count.toLocaleString('en')} entries`)

/** What verifying one chain has found, and what to do with it. */
export function ChainCheck({ source, found }: Props) {
  const { label } = sources[source]
  if (found.intact === undefined) {
    return (
      <Notice tone="warn" title={`${label}: not known`}>
        <span>The server answered, but not whether its audit is intact.</span>
      </Notice>
    )
  }
  if (!found.intact) {
    return (
      <Notice tone="bad" title={`${label}: the audit is not as it was written`} urgent>
        <span>{found.problem || 'The server does not say what is wrong'}.</span>
        <span>
          Somebody has changed it in the database itself. Keep a copy of the database as it is now, and compare it with
          an export or a backup from before.
        </span>
      </Notice>
    )
  }
  const { entries, head } = found
  const counted = entries === undefined ? '' : `: ${said(entries)}, each as it was written`
  return (
    <output>
      <Notice tone="ok" title={`${label}: the chain is intact${counted}`}>
        <span>Nothing was changed, removed, inserted or cut off. {head !== undefined && toNote}</span>
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
  'Note the number and the hash of the last entry elsewhere: they show when an older copy of the database is put back.'
