import { Button } from '@mantine/core'
import { CopyButton } from './CopyButton.tsx'
import classes from './Wizard.module.css'
import type { ReviewItem } from './wizard.ts'

type Props = { items: readonly ReviewItem[]; command: string | undefined; onGo: (step: string) => void }

/** Exactly what will be sent, and the same by hand for who wants to compare. */
export function Review({ items, command, onGo }: Props) {
  return (
    <>
      <dl className={classes.review}>
        {items.map(({ label, value, step }) => (
          <div key={label} className={classes.reviewItem}>
            <dt>{label}</dt>
            <dd>{value}</dd>
            {step && (
              <Button size="compact-xs" variant="subtle" aria-label={`Change ${label}`} onClick={() => onGo(step)}>
                Change
              </Button>
            )}
          </div>
        ))}
      </dl>
      {command && <Command text={command} />}
    </>
  )
}

/** The equivalent command, for the terminal of somebody who wants to see it. Nothing of ours runs it. */
export function Command({ text }: { text: string }) {
  return (
    <details className={classes.command}>
      <summary>The same by hand</summary>
      <pre>{text}</pre>
      <CopyButton value={text} label="Copy the command" withText />
    </details>
  )
}
