import type { Output } from '#contract/endpoint.ts'
import type { verifyAudit } from '#contract/console/audit.ts'
import { CopyButton } from '#ui/CopyButton.tsx'
import { Notice } from '#ui/Notice.tsx'
import classes from './ChainCheck.module.css'

const said = (count: number) => (count === 1 ? '1 entry' : `${count.toLocaleString('en')} entries`)

/** What verifying the chain has found, and what to do with it. */
export function ChainCheck({ found: { intact, entries, head, problem } }: { found: Output<typeof verifyAudit> }) {
  if (!intact) {
    return (
      <Notice tone="bad" title="The audit is not as it was written" urgent>
        <span>{problem}.</span>
        <span>
          Somebody has changed it behind the back of this console. Keep a copy of the database as it is now, and compare
          it with an export or a backup from before.
        </span>
      </Notice>
    )
  }
  return (
    <output>
      <Notice tone="ok" title={`The chain is intact: ${said(entries)}, each as it was written`}>
        <span>
          Nothing was changed, removed, inserted or cut off. Note the number and the hash of the last entry elsewhere:
          they show when an older copy of the database is put back.
        </span>
        <span className={classes.head}>
          <span>Number {entries.toLocaleString('en')}</span>
          <code>{head}</code>
          <CopyButton value={`${entries} ${head}`} label="Copy number and hash" />
        </span>
      </Notice>
    </output>
  )
}
