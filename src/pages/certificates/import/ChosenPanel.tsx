import * as z from 'zod/mini'
import { call } from '#api/call.ts'
import { invalidate } from '#api/change.ts'
import { useSentForm } from '#components/actions/use-sent-form.ts'
import { namedField, refusalAtField } from '#components/actions/named-field.ts'
import { addCertificate, longestPassword } from '#contract/keys/certificates.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { Form } from '#ui/form/Form.tsx'
import { PasswordField } from '#ui/form/PasswordField.tsx'
import { Button, Group, Stack } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import type { Chosen, ChosenFile } from './chosen-file.ts'
import classes from './ChosenPanel.module.css'
import { SeenCertificates } from './SeenCertificates.tsx'

type Props = { chosen: Chosen; onDone: (message: string) => void }

const isLong = `at most ${longestPassword.toLocaleString('en')} characters`
const keyPassword = z._default(z.string().check(z.maxLength(longestPassword, isLong)), '')
const schemas = {
  needed: z.object({
    password: z.string().check(z.minLength(1, 'Enter the password of the file'), z.maxLength(longestPassword, isLong)),
    keyPassword,
  }),
  possible: z.object({ password: z.string().check(z.maxLength(longestPassword, isLong)), keyPassword }),
  none: z.object({ password: z._default(z.string(), ''), keyPassword }),
}

/** Content of the selected file, with a password field if needed. The password is stored only in the form element. */
export function ChosenPanel({ chosen: { name, bytes, seen }, onDone }: Props) {
  const { fileType, password: wants } = seen
  const { problem, pending, formProps } = useSentForm(schemas[wants], async ({ password, keyPassword }) => {
    if (!fileType) return
    const PASSWORD = password === '' ? {} : { PASSWORD: password }
    const KEY_PASSWORD = keyPassword === '' ? {} : { KEY_PASSWORD: keyPassword }
    const { message } = await call(addCertificate, { fileType, ...PASSWORD, ...KEY_PASSWORD, File: { name, bytes } })
    await invalidate(addCertificate.changes)
    onDone(message || 'File imported')
  })
  const keyProblem = problem && namedField(problem) === 'KEY_PASSWORD' ? refusalAtField(problem) : undefined
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
      <Form {...formProps} errors={{ keyPassword: keyProblem, ...formProps.errors }} aria-label="Import">
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
                autoComplete="off"
              />
            </div>
          )}
          {seen.hasKeyPassword && (
            <div className={classes.password}>
              <PasswordField
                name="keyPassword"
                label="Password of the key (optional)"
                description="Only if the key has a password other than that of the file."
                autoComplete="off"
              />
            </div>
          )}
          {problem && keyProblem === undefined && <ProblemPanel problem={problem} />}
          {fileType && (
            <Group>
              <Button type="submit" loading={pending}>
                Import
              </Button>
            </Group>
          )}
        </Stack>
      </Form>
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
