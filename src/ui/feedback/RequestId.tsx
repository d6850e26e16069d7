import { CopyButton } from '#ui/values/CopyButton.tsx'
import classes from './RequestId.module.css'

/** What an administrator searches the server's log for. */
export function RequestId({ id }: { id: string }) {
  return (
    <span className={classes.line}>
      Request ID: <code className={classes.id}>{id}</code>
      <CopyButton value={id} label="Copy ID" />
    </span>
  )
}
