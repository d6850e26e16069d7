import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { useMay } from '#api/may.ts'
import { ArchiveDialog } from '#components/bulk/ArchiveDialog.tsx'
import { useReason } from '#components/reason/use-reason.ts'
import { getCertificate } from '#contract/keys/certificates.ts'
import type { InventoryRow } from '#contract/keys/rules/inventory.ts'
import { type StatedReason, withReason } from '#contract/reason.ts'
import {
  type ExportFormat,
  exportFormats,
  fileNameOf,
  holdsKey,
} from '#pages/certificates/certificate/export/export-formats.ts'
import { SelectField } from '#ui/form/SelectField.tsx'
import { certificateNouns } from './nouns.ts'
import { exportOf, plansFor } from './plans.ts'
import { type Readable, targetsOf } from './read-targets.ts'

type Props = { rows: readonly InventoryRow[]; onClose: () => void }
type Wanted = { format: ExportFormat; why?: StatedReason }

/** Several certificates as files of one archive, in one format. Private keys leave with a reason and a fresh proof. */
export function ExportSeveral({ rows, onClose }: Props) {
  const { data } = useQuery(targetsOf(rows))
  const may = useMay()
  const formats = exportFormats.filter((one) => !holdsKey(one) || may('KeyManagement_Admin'))
  const [fileType, setFileType] = useState<string>('PEM')
  const { askReason, dialog } = useReason()
  const format = formats.find((one) => one.fileType === fileType)
  const begin = async (): Promise<Wanted | undefined> => {
    if (!format) return undefined
    if (!holdsKey(format)) return { format }
    const why = await askReason({
      title: `Export ${format.label} files?`,
      action: 'Export',
      about:
        'The files contain private keys, each encrypted with the passphrase of its certificate. The passphrases are not in the archive.',
    })
    return why && { format, why }
  }
  return (
    <>
      <ArchiveDialog
        title="Export certificates"
        name="certificates"
        nouns={certificateNouns}
        plans={data && format && plansFor(data, (one) => exportOf(one, format))}
        fields={
          <SelectField
            name="fileType"
            label="Format"
            value={fileType}
            options={formats.map(({ fileType: value, label, holds }) => ({ value, label: `${label}: ${holds}` }))}
            onChange={({ currentTarget }) => setFileType(currentTarget.value)}
          />
        }
        begin={begin}
        fetch={fetchFile}
        onClose={onClose}
      />
      {dialog}
    </>
  )
}

/** A name may have several certificates: the end of the serial number tells their files apart. */
async function fetchFile({ target }: Readable, { format, why }: Wanted) {
  const wanted = { ...target, fileType: format.fileType }
  const file = await (why ? call(withReason(getCertificate), { ...wanted, ...why }) : call(getCertificate, wanted))
  const serial = target.serial_number.replaceAll(':', '').slice(-8)
  return { name: fileNameOf('', `${target.common_name}-${serial}`, format), bytes: file.bytes }
}
