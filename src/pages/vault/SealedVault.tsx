import * as z from 'zod/mini'
import { change } from '#api/change.ts'
import { useMay } from '#api/may.ts'
import { useSentForm } from '#components/actions/use-sent-form.ts'
import { namedField } from '#components/actions/named-field.ts'
import { unsealVault } from '#contract/keys/api-keys.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { retype } from '#ui/form/checked-form.ts'
import { Form } from '#ui/form/Form.tsx'
import { PasswordField } from '#ui/form/PasswordField.tsx'
import { Button, Stack, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import classes from './SealedVault.module.css'

/** Explains the sealed state, and how to unseal the vault if permitted. */
export function SealedVault() {
  const may = useMay()(unsealVault.permission)
  return (
    <Panel title="The vault is sealed">
      <Stack gap="md">
        <Text size="sm">
          Keys, passphrases and private keys are stored encrypted, and the key that decrypts them is not in memory.
          Until the vault is unsealed, key management rejects every request: certificates, SSH keys, requests and this
          list.
        </Text>
        {may ? (
          <UnsealForm />
        ) : (
          <Notice tone="info" title="An administrator must unseal the vault">
            <span>It requires {unsealVault.permission} and the vault passphrase.</span>
          </Notice>
        )}
      </Stack>
    </Panel>
  )
}

const passphraseForm = z.object({
  passphrase: z
    .string()
    .check(z.minLength(1, 'Enter the vault passphrase'), z.maxLength(1024, 'At most 1024 characters')),
})

function UnsealForm() {
  const { problem, pending, formProps } = useSentForm(
    passphraseForm,
    (typed) => change(unsealVault, typed),
    (form) => retype(form, 'passphrase'),
  )
  const isWrong = problem !== undefined && namedField(problem) === 'passphrase'
  const refused = isWrong && { passphrase: 'Incorrect passphrase. The vault is still sealed.' }
  return (
    <Form
      {...formProps}
      errors={{ ...refused, ...formProps.errors }}
      aria-label="Unseal the vault"
      className={classes.form}
    >
      <Stack gap="sm">
        <PasswordField
          name="passphrase"
          label="Vault passphrase"
          description="The passphrase that was set before the first start. It is sent to key management and not stored."
          autoComplete="off"
        />
        {problem && !isWrong && <ProblemPanel problem={problem} />}
        <Text size="sm" c="dimmed">
          After 5 incorrect passphrases, attempts are blocked for 15 minutes. Every attempt is recorded in the audit.
        </Text>
        <Button type="submit" loading={pending} w="fit-content">
          Unseal vault
        </Button>
      </Stack>
    </Form>
  )
}
