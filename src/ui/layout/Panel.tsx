import { Card, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { focusOn } from '#ui/keyboard/focus-on.ts'
import classes from './Panel.module.css'

type Props = {
  title: string
  /** Beside the title: what it is, how it is doing. */
  aside?: ReactNode
  actions?: ReactNode
  /** A press elsewhere has brought it: the keyboard goes on from its heading. */
  called?: boolean
  /** Nothing that belongs on paper. */
  screenOnly?: boolean
  children: ReactNode
}

/** A part of a page with a heading of its own. */
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
