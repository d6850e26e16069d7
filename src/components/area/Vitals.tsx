import type { ReactNode } from 'react'
import { Text } from '#ui/layout/layout.ts'
import classes from './Vitals.module.css'

const unknown = (
  <Text span size="sm" c="dimmed">
    Unknown
  </Text>
)

/** Status values by label. A value that the server does not report is undefined and shown as "Unknown". */
export const Vitals = ({ of }: { of: Readonly<Record<string, ReactNode>> }) => (
  <section aria-label="Vitals">
    <dl className={classes.vitals}>
      {Object.entries(of).map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd data-tip="">
            {typeof value === 'string' ? <span className={classes.text}>{value}</span> : (value ?? unknown)}
          </dd>
        </div>
      ))}
    </dl>
  </section>
)
