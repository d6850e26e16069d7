import { useMemo, useState } from 'react'
import type { Device } from '#contract/mdm/devices.ts'
import classes from '#pages/devices/Disclosure.module.css'
import { RawRecord } from '#ui/values/RawRecord.tsx'
import { withoutSecrets } from './raw-record.ts'

/** Raw record, rendered on demand since it has thousands of values. */
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
