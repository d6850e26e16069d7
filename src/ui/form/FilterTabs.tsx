import { useId } from 'react'
import classes from './FilterTabs.module.css'

type Option<V extends string> = { value: V; label: string; count?: number | undefined }
type Props<V extends string> = {
  label: string
  value: V
  options: readonly Option<V>[]
  onChange: (value: V) => void
}

/** Filter with exactly one active option; each option can show its number of rows. */
export function FilterTabs<V extends string>({ label, value, options, onChange }: Props<V>) {
  const name = useId()
  return (
    <fieldset className={classes.tabs} data-tabs data-crowded={options.length > 3 || undefined}>
      <legend className={classes.legend}>{label}</legend>
      {options.map((option, at) => (
        <label key={option.value} className={classes.tab}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            aria-label={option.label}
            aria-describedby={option.count === undefined ? undefined : `${name}-${at}`}
            onChange={() => onChange(option.value)}
          />
          <span aria-hidden>{option.label}</span>
          {'count' in option && (
            <span id={`${name}-${at}`} className={classes.count} aria-hidden>
              {option.count?.toLocaleString('en')}
            </span>
          )}
        </label>
      ))}
    </fieldset>
  )
}
