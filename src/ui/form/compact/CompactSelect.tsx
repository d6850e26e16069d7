import type { CSSProperties } from 'react'
import { IconChevronDown } from '#ui/theme/icons.ts'
import classes from './compact.module.css'

type Props = {
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
  tip?: string
  className?: string | undefined
  style?: CSSProperties
}

/** Native select with the height of a small button. Mantine's select would add 4 kB to the initial load. */
export function CompactSelect({ label, value, options, onChange, tip, className = '', style }: Props) {
  return (
    <div className={`${classes.box} ${className}`} style={style} data-choice>
      <select
        aria-label={label}
        data-tip={tip}
        className={classes.control}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <span className={classes.end}>
        <IconChevronDown size={14} aria-hidden />
      </span>
    </div>
  )
}
