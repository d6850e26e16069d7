import { useMemo, useState } from 'react'
import type { Device } from '#contract/mdm/devices.ts'
import classes from '#pages/devices/Disclosure.module.css'
import { RawRecord } from '#ui/values/RawRecord.tsx'
import { withoutSecrets } from './raw-record.ts'

/** The record as it came: thousands of values, so they are laid out only when somebody asks. */
export function RawRecordSection({ device }: { device: Device }) {
  const [open, setOpen] = useState(false)
  const value = useMemo(() => withoutSecrets(device), [device])
  return (
    <details className={classes.disclosure} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Raw record</summary>
      {open && <RawRecord value={value} />}
    </details>
  )
}
