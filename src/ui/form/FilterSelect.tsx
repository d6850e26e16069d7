import type { CSSProperties } from 'react'
import { CompactSelect } from './compact/CompactSelect.tsx'
import classes from './FilterSelect.module.css'

type Option = { value: string; label: string }
type Props = { label: string; value: string; options: readonly Option[]; onChange: (value: string) => void }

/** Filter with a native select: a single choice among a few options. */
export function FilterSelect({ label, value, options, onChange }: Props) {
  const chosen = options.find((option) => option.value === value)?.label
  return (
    <CompactSelect
      label={label}
      tip={chosen ? `${label}: ${chosen}` : label}
      className={classes.select}
      style={{ '--letters': options[0]?.label.length } as CSSProperties}
      value={value}
      options={options}
      onChange={onChange}
    />
  )
}
