import { useId } from 'react'
import classes from './FilterTabs.module.css'

type Option<V extends string> = { value: V; label: string; count?: number }
type Props<V extends string> = {
  label: string
  value: V
  options: readonly Option<V>[]
  onChange: (value: V) => void
}

/** A filter of which exactly one is on, with how many rows each leaves. */
export function FilterTabs<V extends string>({ label, value, options, onChange }: Props<V>) {
  const name = useId()
  return (
    <fieldset className={classes.tabs}>
      <legend className={classes.legend}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={classes.tab}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            aria-label={option.label}
            onChange={() => onChange(option.value)}
          />
          <span>{option.label}</span>
          {option.count !== undefined && <span className={classes.count}>{option.count.toLocaleString('en')}</span>}
        </label>
      ))}
    </fieldset>
  )
}
