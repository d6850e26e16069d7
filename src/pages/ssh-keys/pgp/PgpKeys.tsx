import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { call } from '#api/call.ts'
import { useSentForm } from '#components/actions/use-sent-form.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { AreaTabs } from '#components/area/AreaTabs.tsx'
import { useReason } from '#components/reason/use-reason.ts'
import { getPgpKey, getSshKeyPassphrase } from '#contract/keys/ssh.ts'
import { withReason } from '#contract/reason.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { Form } from '#ui/form/Form.tsx'
import { TextField } from '#ui/form/TextField.tsx'
import { Button, Group, Stack, Text } from '#ui/layout/layout.ts'
import { Page } from '#ui/layout/Page.tsx'
import { Panel } from '#ui/layout/Panel.tsx'
import { saveFile } from '#ui/values/save-file.ts'

const userForm = z.object({
  User: z.string().check(z.trim(), z.minLength(1, 'Enter a user'), z.maxLength(255, 'At most 255 characters')),
})

const questionOf = (user: string) => ({
  title: `Export the private key of ${user}?`,
  action: 'Export',
  about: 'The file may have no passphrase: set one in your PGP software.',
})

/** PGP key of a user. The API cannot list PGP keys. */
export function Component() {
  const [done, setDone] = useState<string>()
  const { askReason, dialog } = useReason()
  const half = useRef<'public' | 'private'>('public')
  const { problem, pending, formProps } = useSentForm(userForm, async ({ User }) => {
    setDone(undefined)
    const keyExportType = half.current
    const isPrivate = keyExportType === 'private'
    const why = isPrivate ? await askReason(questionOf(User)) : undefined
    if (isPrivate && !why) return
    const wanted = { User, keyExportType }
    const file = await (why ? call(withReason(getPgpKey), { ...wanted, ...why }) : call(getPgpKey, wanted))
    saveFile(file.name || `${User}.asc`, file.bytes.slice().buffer, 'application/octet-stream')
    setDone(`The ${keyExportType} key of ${User} was saved as ${file.name}`)
  })
  return (
    <Page title="SSH keys">
      <AreaTabs of="sshKeys">
        <Panel title="PGP key of a user">
          <Form {...formProps} aria-label="PGP key of a user" style={{ maxWidth: '34rem' }}>
            <Stack gap="md">
              <Text size="sm">
                The server may create a key if the user has none. The private key may have no passphrase: set one in
                your PGP software.
              </Text>
              <TextField
                name="User"
                label="User"
                placeholder="Ada Example <ada@example.com>"
                description="Name, email address or both, as shown in the key."
              />
              {problem && <ProblemPanel problem={problem} />}
              {done && <Notice tone="ok" title={done} urgent />}
              <Group gap="sm">
                <Button type="submit" loading={pending} onClick={() => (half.current = 'public')}>
                  Export public key
                </Button>
                <ActionButton
                  endpoint={getSshKeyPassphrase}
                  type="submit"
                  reason={pending && 'Another export is in progress.'}
                  onClick={() => (half.current = 'private')}
                >
                  Export private key
                </ActionButton>
              </Group>
            </Stack>
          </Form>
          {dialog}
        </Panel>
      </AreaTabs>
    </Page>
  )
}
