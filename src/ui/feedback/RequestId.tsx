import { CopyButton } from '#ui/values/CopyButton.tsx'
import classes from './RequestId.module.css'

/** ID of the request in the server log, with a copy button. */
export function RequestId({ id }: { id: string }) {
  return (
    <span className={classes.line}>
      Request ID: <code className={classes.id}>{id}</code>
      <CopyButton value={id} label="Copy ID" />
    </span>
  )
}
