import type { ReactNode } from 'react'
import { CopyButton } from '#ui/values/CopyButton.tsx'
import classes from './EntityHeader.module.css'

type Fact = {
  label: string
  /** Without it, `copy` is shown. */
  value?: ReactNode
  /** Text for the copy button. */
  copy?: string | undefined
}
type Props = {
  /** Accessible name of the section: `Device summary`. */
  label: string
  facts: readonly Fact[]
  /** Buttons for actions on the object. */
  actions?: ReactNode
  /** Important notices, shown below the facts. */
  children?: ReactNode
}

/** Header of an object's page with its key facts and actions. */
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
