import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '#api/may.ts'
import { maxRead } from '#components/bulk/plan.ts'
import { JobDialog } from '#components/bulk/JobDialog.tsx'
import { useReason } from '#components/reason/use-reason.ts'
import { getCertificate } from '#contract/keys/certificates.ts'
import type { InventoryRow } from '#contract/keys/rules/inventory.ts'
import { fileNameAmongSeveral } from '#contract/keys/jobs/certificate-file.ts'
import { exportFormats, holdsKey } from '#pages/certificates/certificate/export/export-formats.ts'
import { SelectField } from '#ui/form/SelectField.tsx'
import { certificateNouns } from './nouns.ts'
import { PlannedDialog } from './PlannedDialog.tsx'
import { exportOf, plansFor } from './plans.ts'
import { targetsOf } from './read-targets.ts'

type Props = { rows: readonly InventoryRow[]; onClose: () => void }

/** Exports several certificates in one archive. Private keys require a reason and an identity confirmation. */
export function ExportSeveral({ rows, onClose }: Props) {
  const isReadHere = rows.length <= maxRead
  const { data, error, refetch } = useQuery({ ...targetsOf(rows), enabled: isReadHere })
  const may = useMay()
  const formats = exportFormats.filter((one) => !holdsKey(one) || may('KeyManagement_Admin'))
  const [fileType, setFileType] = useState<string>('PEM')
  const { askReason, dialog } = useReason()
  const format = formats.find((one) => one.fileType === fileType)
  const order = async () => {
    if (!format) return undefined
    const wanted = { endpoint: getCertificate, input: { fileType: format.fileType }, title: `as ${format.label}` }
    if (!holdsKey(format)) return wanted
    const why = await askReason({
      title: `Export ${format.label} files?`,
      action: 'Export',
      about:
        'The files contain private keys, each encrypted with the passphrase of its certificate. The passphrases are not in the archive.',
    })
    return why && { ...wanted, why }
  }
  const shared = {
    title: 'Export certificates',
    action: 'Export',
    fields: (
      <SelectField
        name="fileType"
        label="Format"
        value={fileType}
        options={formats.map(({ fileType: value, label, holds }) => ({ value, label: `${label}: ${holds}` }))}
        onChange={({ currentTarget }) => setFileType(currentTarget.value)}
      />
    ),
    onClose,
  }
  return (
    <>
      {isReadHere ? (
        <JobDialog
          {...shared}
          nouns={certificateNouns}
          plans={data && format && plansFor(data, (one) => exportOf(one, format))}
          unread={{ error, refetch }}
          order={order}
          inputOf={({ target }) => ({
            ...target,
            fileName: format ? fileNameAmongSeveral(target, format.fileType) : '',
          })}
        />
      ) : (
        <PlannedDialog
          {...shared}
          rows={rows}
          order={async () => {
            const given = await order()
            return given && { ...given, operation: 'export' }
          }}
        />
      )}
      {dialog}
    </>
  )
}
