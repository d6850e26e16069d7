import type { ReactNode } from 'react'
import { CopyButton } from '#ui/values/CopyButton.tsx'
import classes from './EntityHeader.module.css'

type Fact = {
  label: string
  /** Without it, `copy` is shown. */
  value?: ReactNode
  /** Offered for copying. */
  copy?: string | undefined
}
type Props = {
  /** What it is a summary of: `Device summary`. */
  label: string
  facts: readonly Fact[]
  /** What can be done with it. */
  actions?: ReactNode
  /** What has to be known before anything else. */
  children?: ReactNode
}

/** What somebody asks first about one thing: how it is doing, whose it is, what it is. */
export function EntityHeader({ label, facts, actions, children }: Props) {
  return (
    <section aria-label={label} className={classes.header}>
      <div className={classes.summary}>
        <dl className={classes.facts}>
          {facts.map((fact) => (
            <div key={fact.label} className={classes.fact}>
              <dt>{fact.label}</dt>
              <dd data-tip="">
                {typeof fact.value === 'string' ? (
                  <span className={classes.text}>{fact.value}</span>
                ) : (
                  (fact.value ?? (fact.copy ? <code>{fact.copy}</code> : '–'))
                )}
                {fact.copy && <CopyButton value={fact.copy} label={`Copy ${fact.label}`} />}
              </dd>
            </div>
          ))}
        </dl>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {children}
    </section>
  )
}
