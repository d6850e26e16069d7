import { NativeSelect } from '@mantine/core'
import { IconChevronDown } from '#ui/theme/icons.ts'
import classes from './FilterSelect.module.css'

type Option = { value: string; label: string }
type Props = { label: string; value: string; options: readonly Option[]; onChange: (value: string) => void }

/** One of a few; the browser's own list, which works everywhere. */
export function FilterSelect({ label, value, options, onChange }: Props) {
  const chosen = options.find((option) => option.value === value)?.label
  return (
    <NativeSelect
      aria-label={label}
      data-tip={chosen ? `${label}: ${chosen}` : label}
      size="xs"
      className={classes.select}
      style={{ '--letters': options[0]?.label.length }}
      value={value}
      data={[...options]}
      rightSectionWidth={26}
      rightSection={<IconChevronDown size={15} aria-hidden />}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
