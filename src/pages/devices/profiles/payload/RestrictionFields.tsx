import { type ReactNode, useState } from 'react'
import { labelOf } from '#contract/words/label.ts'
import { type RestrictionGroup, restrictionGroup, restrictionGroups } from '#contract/mdm/restriction-groups.ts'
import type { RestrictionValue } from '#contract/mdm/restriction-legend.ts'
import { type RestrictionName, restrictionNames, restrictionNotes } from '#contract/mdm/restriction-names.ts'
import { useValueNotes } from '#components/value-notes/use-value-notes.ts'
import { FilterTabs } from '#ui/form/FilterTabs.tsx'
import { useFieldErrors } from '#ui/form/Form.tsx'
import { SearchField } from '#ui/form/SearchField.tsx'
import { Stack, Text } from '#ui/layout/layout.ts'
import type { Restrictions } from './payload-form.ts'
import classes from './RestrictionFields.module.css'
import { RestrictionRow } from './RestrictionRow.tsx'

const byGroup = Map.groupBy(restrictionNames, restrictionGroup)
const wordsOf = (name: RestrictionName) =>
  [name, labelOf(name), restrictionGroup(name), restrictionNotes[name]].join('\n').toLowerCase()

type Props = { value: Restrictions; onChange: (value: Restrictions) => void }

/** Restriction settings by category. Unset ones are not sent, and remain unchanged on devices. */
export function RestrictionFields({ value, onChange }: Props) {
  const errors = useFieldErrors()
  const [search, setSearch] = useState('')
  const { noteOn } = useValueNotes()
  const [show, setShow] = useState<'all' | 'set'>('all')
  const isSet = (name: string) => Object.hasOwn(value, name)
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const isShown = (name: RestrictionName) =>
    (show === 'all' || isSet(name)) && words.every((word) => wordsOf(name).includes(word))
  const set = (name: string, next: RestrictionValue | undefined) => {
    const { [name]: _, ...others } = value
    onChange(next === undefined ? others : { ...others, [name]: next })
  }
  const groups = restrictionGroups
    .map((group) => ({ group, names: byGroup.get(group) ?? [], shown: (byGroup.get(group) ?? []).filter(isShown) }))
    .filter(({ shown }) => shown.length > 0)
  return (
    <Stack gap="sm">
      <Text size="sm">
        Unset settings are not sent. The effect of values without a documented meaning depends on the device.
      </Text>
      <div className={classes.controls}>
        <SearchField label="Search settings" placeholder="Setting" value={search} onChange={setSearch} />
        <FilterTabs
          label="Show"
          value={show}
          onChange={setShow}
          options={[
            { value: 'all', label: 'All', count: restrictionNames.length },
            { value: 'set', label: 'Set', count: Object.keys(value).length },
          ]}
        />
      </div>
      {errors.payload && (
        <Text size="sm" c="var(--bad-text)" role="alert">
          {errors.payload}
        </Text>
      )}
      {groups.length === 0 && <Text size="sm">No matching settings.</Text>}
      {groups.map(({ group, names, shown }) => (
        <Settings
          key={group}
          group={group}
          count={names.length}
          setCount={names.filter(isSet).length}
          open={words.length > 0 || show === 'set' || shown.some((name) => errors[name] !== undefined)}
        >
          {shown.map((name) => (
            <RestrictionRow key={name} name={name} value={value[name]} noteOn={noteOn} onChange={set} />
          ))}
        </Settings>
      ))}
    </Stack>
  )
}

type Group = { group: RestrictionGroup; count: number; setCount: number; open: boolean; children: ReactNode }

/** Groups are collapsed unless opened or searched. */
function Settings({ group, count, setCount, open, children }: Group) {
  const [isOpened, setOpened] = useState(false)
  const isOpen = open || isOpened
  return (
    <details className={classes.group} open={isOpen}>
      <summary
        onClick={(event) => {
          event.preventDefault()
          setOpened(!isOpen)
        }}
      >
        {group}{' '}
        <span className={classes.count}>
          {count} settings{setCount > 0 && `, ${setCount} set`}
        </span>
      </summary>
      {isOpen && children}
    </details>
  )
}
