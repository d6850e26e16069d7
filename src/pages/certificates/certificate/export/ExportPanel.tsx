import { useId, useState } from 'react'
import { call } from '#api/call.ts'
import { useAttempt } from '#api/change.ts'
import { useMay } from '#api/may.ts'
import type { Reason } from '#components/actions/action-reason.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { useReason } from '#components/reason/use-reason.ts'
import { getCertificate } from '#contract/keys/certificates.ts'
import { withReason } from '#contract/reason.ts'
import type { Target } from '#contract/keys/jobs/certificate-target.ts'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Button, Group, Stack, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { CopyButton } from '#ui/values/CopyButton.tsx'
import { saveFile } from '#ui/values/save-file.ts'
import { fileNameOf } from '#contract/keys/jobs/certificate-file.ts'
import { type ExportFormat, exportFormats, holdsKey } from './export-formats.ts'
import classes from './ExportPanel.module.css'

type Props = { target: Target; hasKey: boolean | undefined }

/** Download in each file format of getCertificate. */
export function ExportPanel({ target, hasKey }: Props) {
  const id = useId()
  const { problem, isDoing, attempt } = useAttempt()
  const { askReason, dialog } = useReason()
  const [pem, setPem] = useState<string>()
  const mayExportKeys = useMay()(needed)
  const formats = mayExportKeys ? exportFormats : exportFormats.filter((format) => !holdsKey(format))
  const download = async (format: ExportFormat) => {
    const wanted = { ...target, fileType: format.fileType }
    const why = holdsKey(format) ? await askReason(questionOf(target, format)) : undefined
    if (holdsKey(format) && !why) return
    const file = await (why ? call(withReason(getCertificate), { ...wanted, ...why }) : call(getCertificate, wanted))
    saveFile(fileNameOf(file.name, target.common_name, format), Uint8Array.from(file.bytes), format.type)
  }
  const showPem = async () => {
    const { bytes } = await call(getCertificate, target)
    setPem(new TextDecoder().decode(bytes))
  }
  return (
    <Panel
      title="Export"
      screenOnly
      actions={
        <Button
          size="xs"
          variant="default"
          loading={isDoing('text')}
          onClick={() => (pem === undefined ? attempt(showPem, 'text') : setPem(undefined))}
        >
          {pem === undefined ? 'Show as text' : 'Hide the text'}
        </Button>
      }
    >
      <Stack gap="sm">
        {dialog}
        {problem && <ProblemPanel problem={problem} />}
        {pem !== undefined && (
          <>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- must be scrollable by keyboard */}
            <pre className={classes.pem} tabIndex={0} aria-label="Certificate as text">
              {pem}
            </pre>
            <Group>
              <CopyButton value={pem} label="Copy PEM" withText />
            </Group>
          </>
        )}
        <ul className={classes.formats} aria-label="Formats">
          {formats.map((format) => (
            <Format
              key={format.fileType}
              format={format}
              reason={holdsKey(format) && hasKey === false && noKey}
              reasonId={id}
              pending={isDoing(format.fileType)}
              onDownload={() => attempt(() => download(format), format.fileType)}
            />
          ))}
        </ul>
        <Text size="sm" c="dimmed" id={id}>
          {!mayExportKeys
            ? `Private keys require ${needed}.`
            : hasKey === false
              ? noKey
              : 'Private keys are exported encrypted with the passphrase shown below. Delete the file after you have installed it.'}
        </Text>
      </Stack>
    </Panel>
  )
}

const needed = 'KeyManagement_Admin'
const noKey = 'The private key is not stored in the service.'

const questionOf = ({ common_name }: Target, { label }: ExportFormat) => ({
  title: `Download ${label} of “${common_name}”?`,
  action: 'Download',
  about: 'The file contains the private key, encrypted with the passphrase.',
})

type FormatProps = {
  format: ExportFormat
  reason: Reason
  /** Id of the element that states the reason. */
  reasonId: string
  pending: boolean
  onDownload: () => void
}

function Format({ format, reason, reasonId, pending, onDownload }: FormatProps) {
  return (
    <li className={classes.format}>
      <div className={classes.what}>
        <strong>{format.label}</strong>
        <span>{format.holds}</span>
        <span className={classes.use}>{format.use}</span>
        {holdsKey(format) && <StatusBadge tone="warn">Private key inside</StatusBadge>}
      </div>
      <ActionButton
        size="xs"
        aria-label={`Download ${format.label}`}
        reason={reason}
        reasonId={reasonId}
        loading={pending}
        onClick={onDownload}
      >
        Download
      </ActionButton>
    </li>
  )
}
