import { NativeSelect } from '@mantine/core'

type Option = { value: string; label: string }
type Props = { label: string; value: string; options: readonly Option[]; onChange: (value: string) => void }

/** One of a few; the browser's own list, which works everywhere. */
export function FilterSelect({ label, value, options, onChange }: Props) {
  return (
    <NativeSelect
      aria-label={label}
      title={label}
      value={value}
      data={[...options]}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
