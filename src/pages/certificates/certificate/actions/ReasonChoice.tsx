import { useId } from 'react'
import type { RevocationReason } from '#contract/keys/rules/revocation.ts'
import classes from './ReasonChoice.module.css'

type Props = { reasons: readonly RevocationReason[]; value: number | undefined; onChange: (code: number) => void }

/** Revocation reason with its consequences. No default, since it cannot be changed later. */
export function ReasonChoice({ reasons, value, onChange }: Props) {
  const name = useId()
  return (
    <fieldset className={classes.reasons}>
      <legend>Reason</legend>
      {reasons.map(({ code, label, name: rfcName, meaning, notPublic }) => (
        <label key={code} className={classes.reason}>
          <input
            type="radio"
            name={name}
            aria-label={label}
            aria-describedby={`${name}${code}`}
            checked={code === value}
            onChange={() => onChange(code)}
          />
          <span>
            {label} <code className={classes.code}>{`${code} ${rfcName}`}</code>
          </span>
          <span id={`${name}${code}`} className={classes.meaning}>
            {meaning}
            {notPublic && <span className={classes.more}>{`${notPublic}.`}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
