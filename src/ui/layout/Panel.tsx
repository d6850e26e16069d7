import { Card, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { focusOn } from '#ui/keyboard/focus-on.ts'
import classes from './Panel.module.css'

type Props = {
  title: string
  /** Content beside the title, such as a status. */
  aside?: ReactNode
  actions?: ReactNode
  /** The panel was opened by an action elsewhere: its heading gets the focus. */
  called?: boolean
  /** Omitted in print. */
  screenOnly?: boolean
  children: ReactNode
}

/** Section of a page with a heading. */
export function Panel({ title, aside, actions, called = false, screenOnly, children }: Props) {
  const id = useId()
  return (
    <Card component="section" withBorder aria-labelledby={id} className={classes.panel} data-screen-only={screenOnly}>
      <header className={classes.header}>
        <Title
          order={2}
          id={id}
          tabIndex={called ? -1 : undefined}
          ref={called ? focusOn : undefined}
          className={classes.title}
        >
          {title}
        </Title>
        {aside && <div className={classes.aside}>{aside}</div>}
        {actions && <div className={classes.actions}>{actions}</div>}
      </header>
      <div className={classes.body} data-stack>
        {children}
      </div>
    </Card>
  )
}
