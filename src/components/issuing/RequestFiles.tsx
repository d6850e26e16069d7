import { call } from '#api/call.ts'
import { useAttempt } from '#api/change.ts'
import { useOffers } from '#api/query.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { notOffered } from '#components/offered/not-reported.ts'
import { useReason } from '#components/reason/use-reason.ts'
import { exportRequest } from '#contract/keys/requests.ts'
import { withReason } from '#contract/reason.ts'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Button, Stack, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { CopyButton } from '#ui/values/CopyButton.tsx'
import { saveFile } from '#ui/values/save-file.ts'
import classes from './form/form.module.css'
import { useRequestFile } from './use-request-file.ts'

type Props = {
  id: string
  /** Whether the service has the private key; undefined if unknown. */
  hasKey: boolean | undefined
}

/** The request as text and as a file, and its private key for users with permission. */
export function RequestFiles({ id, hasKey }: Props) {
  const { file, read } = useRequestFile(id)
  const { problem, pending, attempt } = useAttempt()
  const { askReason, dialog } = useReason()
  const offers = useOffers(exportRequest)
  if (!file) return null
  const exportKey = async () => {
    const why = await askReason({
      title: `Export the private key of request ${id}?`,
      action: 'Export',
      about:
        'The file is encrypted with the key store password of the request. If none was entered, the service generated one and shows it with the issued certificate.',
    })
    if (!why) return
    const key = await call(withReason(exportRequest), { CSR_ID: id, fileType: 'PrivateKey', ...why })
    saveFile(key.name || `request-${id}.key`, Uint8Array.from(key.bytes), 'application/x-pem-file')
  }
  return (
    <Panel
      title="File"
      aside={file.name}
      actions={
        <>
          {read && <CopyButton value={read.pem} label="Copy request" withText />}
          <Button
            size="xs"
            variant="default"
            onClick={() => saveFile(file.name, Uint8Array.from(file.bytes), 'application/pkcs10')}
          >
            Download
          </Button>
          <ActionButton
            endpoint={keyExport}
            size="xs"
            reason={!offers ? notOffered : hasKey === false && 'The private key is not stored in the service.'}
            loading={pending}
            onClick={() => attempt(exportKey)}
          >
            Export private key
          </ActionButton>
        </>
      }
    >
      <Stack gap="sm">
        {dialog}
        {problem && <ProblemPanel problem={problem} />}
        {read ? (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- must be scrollable by keyboard
          <pre className={classes.pem} tabIndex={0} aria-label="Request as text">
            {read.pem}
          </pre>
        ) : (
          <Text size="sm">The file cannot be shown as text.</Text>
        )}
      </Stack>
    </Panel>
  )
}

const keyExport = { permission: 'KeyManagement_Admin' } as const
