import { useState } from 'react'
import { problemOf } from '#api/problem.ts'
import { confirmWith } from '#api/session.ts'
import { confirmIdentity } from '#contract/console/account.ts'
import type { Input } from '#contract/endpoint.ts'
import { retype, useCheckedForm } from '#ui/form/checked-form.ts'
import { Form } from '#ui/form/Form.tsx'
import { CodeField } from '#ui/form/CodeField.tsx'
import { PasswordField } from '#ui/form/PasswordField.tsx'
import { Button, Stack } from '#ui/layout/layout.ts'
import { CodeHint } from './CodeHint.tsx'
import { confirmingCode, confirmingPassword } from './credentials.ts'
import { useRefusal } from './refusal.ts'
import { Refusal } from './Refusal.tsx'

type Proof = Input<typeof confirmIdentity>
type StepProps = { onProof: (proof: Proof) => Promise<void>; waits: boolean }

/** Password, followed by a one-time code if the server requires one. */
export function ConfirmSteps({ userName, onConfirmed }: { userName: string; onConfirmed: () => void }) {
  const refusal = useRefusal()
  const [message, setMessage] = useState<string>()

  const prove = async (proof: Proof) => {
    const step = await refusal.unlessRefused(async () => {
      try {
        return await confirmWith(confirmIdentity, proof)
      } catch (error) {
        if (problemOf(error).code === 'OTP_EXPIRED') setMessage(undefined)
        throw error
      }
    })
    if (step?.state === 'confirmed') onConfirmed()
    if (step?.state === 'otp') setMessage(step.message)
  }
  const waits = refusal.secondsLeft > 0
  return (
    <Stack gap="md">
      <Refusal {...refusal} />
      {message === undefined ? (
        <PasswordStep userName={userName} onProof={prove} waits={waits} />
      ) : (
        <CodeStep message={message} onProof={prove} waits={waits} />
      )}
    </Stack>
  )
}

function PasswordStep({ userName, onProof, waits }: StepProps & { userName: string }) {
  const { pending, formProps } = useCheckedForm(confirmingPassword, async (proof, form) => {
    await onProof(proof)
    retype(form, 'password')
  })
  return (
    <Form {...formProps} aria-label="Your password">
      {/* Lets password managers identify the account. */}
      <input hidden name="username" autoComplete="username" value={userName} readOnly />
      <Stack gap="md">
        <PasswordField
          name="password"
          label="Password"
          description={`For account ${userName}`}
          autoComplete="current-password"
          autoFocus
        />
        <Button type="submit" fullWidth loading={pending} disabled={waits}>
          Confirm
        </Button>
      </Stack>
    </Form>
  )
}

function CodeStep({ message, onProof, waits }: StepProps & { message: string }) {
  const { pending, formProps } = useCheckedForm(confirmingCode, async (proof, form) => {
    await onProof(proof)
    retype(form, 'otp')
  })
  return (
    <Form {...formProps} aria-label="One-time code">
      <Stack gap="md">
        <CodeHint message={message} />
        <CodeField name="otp" label="One-time code" autoFocus />
        <Button type="submit" fullWidth loading={pending} disabled={waits}>
          Confirm
        </Button>
      </Stack>
    </Form>
  )
}
