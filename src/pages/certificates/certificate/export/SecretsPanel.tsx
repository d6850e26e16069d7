import { call } from '#api/call.ts'
import { useAttempt } from '#api/change.ts'
import { requirePart } from '#api/require-part.ts'
import { ForPermitted } from '#components/actions/ForPermitted.tsx'
import { useReason } from '#components/reason/use-reason.ts'
import { PassphraseCare } from '#components/secrets/PassphraseHints.tsx'
import { getCertificateKeyStore, getCertificatePassphrase } from '#contract/keys/certificates.ts'
import { withReason } from '#contract/reason.ts'
import type { Target } from '#contract/keys/jobs/certificate-target.ts'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Button, Group, Stack, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { saveFile } from '#ui/values/save-file.ts'
import { Secret } from '#ui/values/Secret.tsx'

type Props = { target: Target; hasKey: boolean | undefined }

/** The created key store and its password, to be kept in separate places. */
export function SecretsPanel({ target, hasKey }: Props) {
  if (hasKey === false) return null
  return (
    <ForPermitted endpoint={getCertificatePassphrase}>
      <Panel title="Key store and passphrase">
        <Secrets target={target} />
      </Panel>
    </ForPermitted>
  )
}

function Secrets({ target }: { target: Target }) {
  const { problem, isDoing, attempt, attempted } = useAttempt()
  const { askReason, dialog } = useReason()
  const reveal = () =>
    attempted(async () => {
      const why = await askReason({ title: `Show the passphrase of “${target.common_name}”?`, action: 'Show' })
      if (!why) return undefined
      const { Passphrase } = await call(withReason(getCertificatePassphrase), { ...target, ...why })
      return requirePart(getCertificatePassphrase, Passphrase, 'passphrase')
    })
  const download = async () => {
    const why = await askReason({
      title: `Download the key store of “${target.common_name}”?`,
      action: 'Download',
      about: 'The file contains the private key, encrypted with the passphrase.',
    })
    if (!why) return
    const file = await call(withReason(getCertificateKeyStore), { ...target, ...why })
    saveFile(file.name || 'key-store', Uint8Array.from(file.bytes), file.type ?? 'application/octet-stream')
  }
  return (
    <Stack gap="sm">
      {dialog}
      {problem && <ProblemPanel problem={problem} />}
      <Group gap="md">
        <Text size="sm">Passphrase</Text>
        <Secret label="passphrase" reveal={reveal} />
        <Button size="xs" variant="default" loading={isDoing('store')} onClick={() => attempt(download, 'store')}>
          Download key store
        </Button>
      </Group>
      <PassphraseCare opens="every file that contains the private key" />
    </Stack>
  )
}
