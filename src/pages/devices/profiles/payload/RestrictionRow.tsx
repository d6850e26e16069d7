import { useId } from 'react'
import { labelOf } from '#contract/words/label.ts'
import { type RestrictionValue, restrictionValues } from '#contract/mdm/restriction-legend.ts'
import { type RestrictionName, restrictionNotes } from '#contract/mdm/restriction-names.ts'
import { restrictionValueText } from '#components/devices/restriction-value.ts'
import type { NoteOn } from '#components/value-notes/use-value-notes.ts'
import { SelectField } from '#ui/form/SelectField.tsx'
import classes from './RestrictionFields.module.css'

type Props = {
  name: RestrictionName
  value: RestrictionValue | undefined
  noteOn: NoteOn
  onChange: (name: RestrictionName, value: RestrictionValue | undefined) => void
}

/** A restriction setting: not set, or one of its allowed values. */
export function RestrictionRow({ name, value, noteOn, onChange }: Props) {
  const id = useId()
  // Includes the current value even if it is undocumented.
  const values = new Set([...restrictionValues(name), ...(value === undefined ? [] : [value])])
  return (
    <div className={classes.row}>
      <div id={id}>
        {labelOf(name)}
        <code className={classes.wire}>{name}</code>
        {restrictionNotes[name] && <span className={classes.note}>{restrictionNotes[name]}</span>}
      </div>
      <SelectField
        name={name}
        label=""
        aria-labelledby={id}
        value={value === undefined ? '' : String(value)}
        options={[
          { value: '', label: 'Not set' },
          ...[...values].map((one) => ({
            value: String(one),
            label: restrictionValueText(name, one, noteOn(name, String(one))),
          })),
        ]}
        onChange={({ currentTarget }) =>
          onChange(
            name,
            [...values].find((one) => String(one) === currentTarget.value),
          )
        }
      />
    </div>
  )
}
