import { useMemo, useState } from 'react'
import { RawRecord } from '#ui/values/RawRecord.tsx'
import classes from './Disclosure.module.css'
import { withoutSecrets } from './raw-record.ts'

/** A record as the server sent it, with the fields that no page names; rendered on demand, since it can be long. */
export function RawRecordSection({ record, title = 'Raw record' }: { record: object; title?: string }) {
  const [open, setOpen] = useState(false)
  const value = useMemo(() => withoutSecrets(record), [record])
  return (
    <details className={classes.disclosure} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{title}</summary>
      {open && <RawRecord value={value} />}
    </details>
  )
}
