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

/** Exactly what will be sent, and the same by hand for who wants to compare. */
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

/** For who wants to compare, in a terminal say. Nothing of ours runs it. */
function Words({ title, text, copy }: { title: string; text: string; copy: string }) {
  return (
    <details className={classes.command}>
      <summary>{title}</summary>
      <pre>{text}</pre>
      <CopyButton value={text} label={copy} withText />
    </details>
  )
}
