import { columnsOf } from '#components/lists/Columns.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Text } from '#ui/layout/layout.ts'
import { DataTable } from '#ui/table/DataTable.tsx'
import { useNow } from '#ui/values/clock.ts'
import { absoluteTime } from '#ui/values/moment.ts'
import type { SeenCertificate } from './chosen-file.ts'

/** Certificates of the file that are not encrypted. */
export function SeenCertificates({ certificates }: { certificates: readonly SeenCertificate[] | undefined }) {
  if (!certificates) {
    return <Text size="sm">The contents are encrypted. The service opens the file with the password.</Text>
  }
  return (
    <DataTable
      caption="Certificates in the file"
      rows={certificates}
      columns={columns}
      rowId={({ serialNumber, issuer }) => `${serialNumber} ${issuer}`}
      empty={<Empty title="No certificates in this file" />}
    />
  )
}

const { text, code } = columnsOf<SeenCertificate>({ breaks: true })

const columns = [
  text('subject', 'Subject', ({ subject }) => subject, { width: '26%', priority: 1 }),
  text('names', 'Alternative names', ({ names }) => names.join(', '), { width: '18%' }),
  text('issuer', 'Issuer', ({ issuer }) => issuer, { width: '22%', priority: 2 }),
  code('serial', 'Serial number', ({ serialNumber }) => serialNumber, { width: '16%', priority: 2 }),
  text('until', 'Valid', () => undefined, { width: '18%', priority: 1, cell: (row) => <Validity {...row} /> }),
]

function Validity({ from, until }: SeenCertificate) {
  const now = useNow()
  return (
    <>
      {until.getTime() <= now && <StatusBadge tone="bad">Expired</StatusBadge>}
      {from.getTime() > now && <StatusBadge tone="warn">Not yet valid</StatusBadge>}
      <div>
        {absoluteTime(from)} to {absoluteTime(until)}
      </div>
    </>
  )
}
