import { NativeSelect } from '@mantine/core'
import { IconChevronDown } from '#ui/theme/icons.ts'
import classes from './FilterSelect.module.css'

type Option = { value: string; label: string }
type Props = { label: string; value: string; options: readonly Option[]; onChange: (value: string) => void }

/** One of a few; the browser's own list, which works everywhere. */
export function FilterSelect({ label, value, options, onChange }: Props) {
  return (
    <NativeSelect
      aria-label={label}
      data-tip={label}
      className={classes.select}
      value={value}
      data={[...options]}
      rightSection={<IconChevronDown size={15} aria-hidden />}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
