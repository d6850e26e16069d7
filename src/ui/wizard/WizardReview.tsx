import { Button } from '@mantine/core'
import { CopyButton } from '#ui/values/CopyButton.tsx'
import classes from './Wizard.module.css'
import type { ReviewItem } from './wizard.ts'

type Props = {
  items: readonly ReviewItem[]
  sent: string | undefined
  command: string | undefined
  onGo: (step: string) => void
}

/** Review of the input, with the exact request and an equivalent command. */
export function Review({ items, sent, command, onGo }: Props) {
  return (
    <>
      <dl className={classes.review}>
        {items.map(({ label, value, step }) => (
          <div key={label} className={classes.reviewItem}>
            <dt>{label}</dt>
            <dd>
              <span className={classes.reviewValue}>{value}</span>
              {step && (
                <Button size="compact-xs" variant="subtle" aria-label={`Change ${label}`} onClick={() => onGo(step)}>
                  Change
                </Button>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {sent && <Words title="Exact request" text={sent} copy="Copy request" />}
      {command && <Words title="Equivalent command" text={command} copy="Copy command" />}
    </>
  )
}

/** Expandable text for comparison. Commands are displayed, never run. */
function Words({ title, text, copy }: { title: string; text: string; copy: string }) {
  return (
    <details className={classes.command}>
      <summary>{title}</summary>
      <pre>{text}</pre>
      <CopyButton value={text} label={copy} withText />
    </details>
  )
}
