import { call } from '#api/call.ts'
import { useAttempt } from '#api/change.ts'
import { useMay } from '#api/may.ts'
import { useOffers } from '#api/query.ts'
import { requirePart } from '#api/require-part.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { notOffered } from '#components/offered/not-reported.ts'
import { useReason } from '#components/reason/use-reason.ts'
import { PassphraseCare } from '#components/secrets/PassphraseHints.tsx'
import type { Output } from '#contract/endpoint.ts'
import { exportPuttyKey } from '#contract/keys/ssh-resources.ts'
import { exportSshKey, getSshKeyPassphrase } from '#contract/keys/ssh.ts'
import { withReason } from '#contract/reason.ts'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Button, Group, Stack, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { saveFile } from '#ui/values/save-file.ts'
import { Secret } from '#ui/values/Secret.tsx'

async function save(keyName: string, file: Promise<Output<typeof exportSshKey>>): Promise<void> {
  const { name, bytes } = await file
  saveFile(name || keyName, bytes.slice().buffer, 'application/octet-stream')
}

/** Public and private key as files, and the passphrase of the private key. */
export function KeyFiles({ name, hasPassphrase }: { name: string; hasPassphrase: boolean | undefined }) {
  const { problem, pending, attempt } = useAttempt()
  const { askReason, dialog } = useReason()
  const exportPrivate = async () => {
    const holds = hasPassphrase ? 'The file and its passphrase grant' : 'The file has no passphrase and grants'
    const why = await askReason({
      title: `Export the private key of “${name}”?`,
      action: 'Export',
      about: `${holds} access to every account of this key. The export is recorded in the audit.`,
    })
    if (!why) return
    await save(name, call(withReason(exportSshKey), { keyName: name, keyExportType: 'private', ...why }))
  }
  const exportForPutty = async () => {
    const why = await askReason({
      title: `Export “${name}” for PuTTY?`,
      action: 'Export',
      about:
        'The file (.ppk, version 3) is for PuTTY 0.75 and later, WinSCP and FileZilla. The export is recorded in the audit.',
    })
    if (!why) return
    const file = call(withReason(exportPuttyKey), { keyName: name, Version: '3', ...why })
    await save(`${name}.ppk`, file)
  }
  const offersPutty = useOffers(exportPuttyKey)
  const mayReveal = useMay()(getSshKeyPassphrase.permission)
  return (
    <Panel
      title="Files and passphrase"
      actions={
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            loading={pending}
            onClick={() => attempt(() => save(name, call(exportSshKey, { keyName: name, keyExportType: 'public' })))}
          >
            Export public key
          </Button>
          <ActionButton endpoint={getSshKeyPassphrase} size="xs" onClick={() => attempt(exportPrivate)}>
            Export private key
          </ActionButton>
          <ActionButton
            endpoint={exportPuttyKey}
            size="xs"
            reason={offersPutty ? undefined : notOffered}
            onClick={() => attempt(exportForPutty)}
          >
            Export for PuTTY
          </ActionButton>
        </Group>
      }
    >
      <Stack gap="sm">
        {dialog}
        {problem && <ProblemPanel problem={problem} />}
        <Text size="sm">
          The public key is one line in the format of <code>authorized_keys</code>. The private key is exported in
          OpenSSH format, {hasPassphrase ? 'encrypted with its passphrase.' : 'without a known passphrase.'}
        </Text>
        {!mayReveal && (
          <Text size="sm" c="dimmed">
            The private key and its passphrase require {getSshKeyPassphrase.permission}.
          </Text>
        )}
        {mayReveal && hasPassphrase !== false && <Passphrase name={name} />}
      </Stack>
    </Panel>
  )
}

/** Requested on demand, with a reason and re-authentication, and never cached. */
function Passphrase({ name }: { name: string }) {
  const { problem, attempted } = useAttempt()
  const { askReason, dialog } = useReason()
  const reveal = () =>
    attempted(async () => {
      const why = await askReason({ title: `Show the passphrase of “${name}”?`, action: 'Show' })
      if (!why) return undefined
      const { passphrase } = await call(withReason(getSshKeyPassphrase), { keyName: name, ...why })
      return requirePart(getSshKeyPassphrase, passphrase, 'passphrase')
    })
  return (
    <>
      <Group gap="sm">
        <Text size="sm">Passphrase</Text>
        <Secret label="Passphrase" reveal={reveal} />
      </Group>
      <PassphraseCare opens="the exported private key" />
      {problem && <ProblemPanel problem={problem} />}
      {dialog}
    </>
  )
}
