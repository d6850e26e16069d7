import { call } from '#api/call.ts'
import { useAttempt } from '#api/change.ts'
import { useMay } from '#api/may.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { Confirm } from '#components/actions/Confirm.tsx'
import { exportSshKey, getSshKeyPassphrase } from '#contract/keys/ssh.ts'
import { Problem } from '#contract/problem.ts'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Button, Group, Stack, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { saveFile } from '#ui/values/save-file.ts'
import { Secret } from '#ui/values/Secret.tsx'

type Half = 'public' | 'private'

async function exportHalf(keyName: string, keyExportType: Half): Promise<void> {
  const { name, bytes } = await call(exportSshKey, { keyName, keyExportType })
  saveFile(name || keyName, bytes.slice().buffer, 'application/octet-stream')
}

/** The two halves as files, and the passphrase that the private one is sealed with. */
export function KeyFiles({ name, hasPassphrase }: { name: string; hasPassphrase: boolean | undefined }) {
  const { problem, pending, attempt } = useAttempt()
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
            onClick={() => attempt(() => exportHalf(name, 'public'))}
          >
            Export public key
          </Button>
          <ActionButton
            endpoint={getSshKeyPassphrase}
            size="xs"
            renderDialog={(close) => (
              <Confirm
                title={`Export the private key of “${name}”?`}
                action="Export"
                onConfirm={() => exportHalf(name, 'private')}
                onClose={close}
              >
                {hasPassphrase
                  ? 'The file and its passphrase grant access to every account of this key. The export is recorded in the audit.'
                  : 'The file has no passphrase and grants access to every account of this key. The export is recorded in the audit.'}
              </Confirm>
            )}
          >
            Export private key
          </ActionButton>
        </Group>
      }
    >
      <Stack gap="sm">
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

/** Asked for when somebody wants to see it, after they proved who they are, and never kept. */
function Passphrase({ name }: { name: string }) {
  const { problem, attempted } = useAttempt()
  const reveal = () =>
    attempted(async () => {
      const { passphrase } = await call(getSshKeyPassphrase, { keyName: name })
      if (!passphrase) throw new Problem('UNEXPECTED_CONTENT', 'The server response contains no passphrase')
      return passphrase
    })
  return (
    <>
      <Group gap="sm">
        <Text size="sm">Passphrase</Text>
        <Secret label="Passphrase" reveal={reveal} />
      </Group>
      {problem && <ProblemPanel problem={problem} />}
    </>
  )
}
