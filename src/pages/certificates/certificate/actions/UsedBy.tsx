import classes from './DeployResult.module.css'
import type { Subject } from './subject.ts'
import { usesOf } from './uses.ts'

/** Identity of the certificate, and what depends on it. */
export function UsedBy({ row, detail, target }: Subject) {
  return (
    <>
      <span>
        {row.name}, serial number <code>{target.serial_number}</code>, issued by{' '}
        {detail.issuer?.cname || row.issuer || 'an unknown issuer'}.
      </span>
      <ul className={classes.uses}>
        {usesOf(row, detail).map((use) => (
          <li key={use}>{use}</li>
        ))}
      </ul>
    </>
  )
}
