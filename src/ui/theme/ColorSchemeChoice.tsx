import { type MantineColorScheme, useMantineColorScheme } from '@mantine/core'
import { FilterTabs } from '#ui/form/FilterTabs.tsx'

const schemes: { value: MantineColorScheme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'System' },
]

export function ColorSchemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return <FilterTabs label="Colors" value={colorScheme} options={schemes} onChange={setColorScheme} />
}
