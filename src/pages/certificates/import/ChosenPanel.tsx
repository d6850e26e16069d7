import * as z from 'zod'
import { call } from '#api/call.ts'
import { useAttempt, invalidate } from '#api/change.ts'
import { addCertificate, longestPassword } from '#contract/keys/certificates.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { useCheckedForm } from '#ui/form/checked-form.ts'
import { PasswordField } from '#ui/form/PasswordField.tsx'
import { Button, Group, Stack } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import type { Chosen, ChosenFile } from './chosen-file.ts'
import classes from './ChosenPanel.module.css'
import { SeenCertificates } from './SeenCertificates.tsx'

type Props = { chosen: Chosen; onDone: (message: string) => void }

const isLong = `at most ${longestPassword.toLocaleString('en')} characters`
const schemas = {
  needed: z.object({ password: z.string().min(1, 'Enter the password of the file').max(longestPassword, isLong) }),
  possible: z.object({ password: z.string().max(longestPassword, isLong) }),
  none: z.object({ password: z.string().default('') }),
}

/** What is in the file, and its password where it needs one; the browser's form alone holds that. */
export function ChosenPanel({ chosen: { name, bytes, seen }, onDone }: Props) {
  const { problem, attempted } = useAttempt()
  const { fileType, password: wants } = seen
  const { errors, pending, formProps } = useCheckedForm(schemas[wants], ({ password }) =>
    attempted(async () => {
      if (!fileType) return
      const PASSWORD = password === '' ? {} : { PASSWORD: password }
      const { message } = await call(addCertificate, { fileType, ...PASSWORD, File: { name, bytes } })
      await invalidate(addCertificate.changes)
      onDone(message || 'File imported')
    }),
  )
  return (
    <Panel
      title={name}
      aside={
        <>
          <StatusBadge tone={seen.refusal ? 'bad' : 'info'}>{seen.format}</StatusBadge>
          {!seen.refusal && <KeyInside hasKey={seen.hasKey} />}
        </>
      }
    >
      <form {...formProps} aria-label="Import">
        <Stack gap="md">
          {seen.refusal ? (
            <Notice tone="bad" title="This file cannot be imported" urgent>
              <span>{seen.refusal}</span>
            </Notice>
          ) : (
            <SeenCertificates certificates={seen.certificates} />
          )}
          {wants !== 'none' && (
            <div className={classes.password}>
              <PasswordField
                name="password"
                label="Password of the file"
                description={
                  wants === 'needed'
                    ? 'Used to open the file and stored as the passphrase of the key.'
                    : 'The key is not encrypted. A password entered here becomes its passphrase. If left empty, one is generated.'
                }
                error={errors.password}
                autoComplete="off"
              />
            </div>
          )}
          {problem && <ProblemPanel problem={problem} />}
          {fileType && (
            <Group>
              <Button type="submit" loading={pending}>
                Import
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </Panel>
  )
}

function KeyInside({ hasKey }: { hasKey: ChosenFile['hasKey'] }) {
  if (hasKey === 'unknown')
    return <StatusBadge tone="muted">Enter the password to see whether it contains a private key</StatusBadge>
  return hasKey ? (
    <StatusBadge tone="warn">Contains a private key</StatusBadge>
  ) : (
    <StatusBadge tone="muted">Contains no private key</StatusBadge>
  )
}
