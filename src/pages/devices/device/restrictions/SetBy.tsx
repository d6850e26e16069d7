import { Link } from 'react-router'
import { ValueNotes } from '#components/value-notes/ValueNotes.tsx'
import { restrictionValueText } from '#components/devices/restriction-value.ts'
import { paths } from '#paths.ts'
import { Anchor, Text } from '#ui/layout/layout.ts'
import classes from './DeviceRestrictions.module.css'
import type { RestrictionRow } from './restriction-rows.ts'
import type { Setter, Setters } from './setting-profiles.ts'

/** Profiles that set a restriction, and their value if the device reports a different one. */
export function SetBy({ row, setters }: { row: RestrictionRow; setters: Setters }) {
  const known = setters.of(row.name)
  if (known.length === 0) return setters.waiting ? '…' : '–'
  return known.map((setter) => (
    <div key={`${setter.id} ${String(setter.value)}`} className={classes.setter}>
      <Anchor component={Link} to={paths.profile(setter.id)} size="sm">
        {setter.name}
      </Anchor>
      {!reports(row, setter) && (
        <span className={classes.aside}>
          sets {restrictionValueText(row.name, setter.value)}
          <ValueNotes place={{ field: row.name, value: String(setter.value) }} />
        </span>
      )}
    </div>
  ))
}

const reports = ({ readings }: RestrictionRow, { value }: Setter) => readings.some(({ raw }) => raw === String(value))

/** Notice that profiles or their payloads are unknown: they may set restrictions as well. */
export function UnknownSettings({ setters: { isTold, untold, waiting } }: { setters: Setters }) {
  if (waiting || (isTold && untold.length === 0)) return null
  return (
    <Text size="sm" c="dimmed">
      {isTold
        ? `This server does not report the payloads of ${untold.join(', ')}: they may set restrictions as well.`
        : 'This server does not report which profile sets a restriction.'}
    </Text>
  )
}
