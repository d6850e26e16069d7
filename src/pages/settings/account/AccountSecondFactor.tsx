import { useState } from 'react'
import { call } from '#api/call.ts'
import { change, useAttempt, invalidate } from '#api/change.ts'
import { requirePart } from '#api/require-part.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { Confirm } from '#components/actions/Confirm.tsx'
import { listRememberedDevices } from '#contract/console/account.ts'
import { dropSecondFactor, type SecondFactor, startAuthenticator, useMailCodes } from '#contract/desktop/account.ts'
import { Refused } from '#pages/settings/Refused.tsx'
import { StatusBadge, type Tone } from '#ui/feedback/StatusBadge.tsx'
import { Button, Group, Text } from '#ui/layout/layout.ts'
import { Panel } from '#ui/layout/Panel.tsx'
import { AccountAuthenticator, type Enrollment } from './AccountAuthenticator.tsx'

type FactorState = { tone: Tone; name: string; meaning: string }
const known: Record<SecondFactor, FactorState> = {
  none: { tone: 'warn', name: 'Off', meaning: 'Only a password is required to sign in.' },
  mail: { tone: 'ok', name: 'Codes by email', meaning: 'Sign-in requires a code sent by email.' },
  authenticator: {
    tone: 'ok',
    name: 'Authenticator app',
    meaning: 'Sign-in requires a code from your authenticator app.',
  },
}
const unknown = (factor: string): FactorState => ({
  tone: 'muted',
  name: factor || '–',
  meaning: 'Meaning not defined.',
})

type Props = {
  factor: string
  email: string
  /** Whether the server can send codes by email. */
  mailCodes: boolean
}

/** Second factor, and ways to change it. */
export function AccountSecondFactor({ factor, email, mailCodes }: Props) {
  const [enrollment, setEnrollment] = useState<Enrollment>()
  const [asking, setAsking] = useState<'mail' | 'none'>()
  const { problem, pending, attempt } = useAttempt()
  const { tone, name, meaning } = known[factor as SecondFactor] ?? unknown(factor)
  const start = () =>
    attempt(async () => {
      const { secret, address = '' } = await call(startAuthenticator, {})
      setEnrollment({ secret: requirePart(startAuthenticator, secret, 'secret for the app'), address })
    })
  return (
    <Panel title="Second factor" aside={<StatusBadge tone={tone}>{name}</StatusBadge>}>
      <Text size="sm">
        {meaning}
        {factor === 'mail' && email && ` The address is ${email}.`}
      </Text>
      <Group gap="xs">
        <Button size="xs" variant={factor === 'none' ? 'filled' : 'default'} loading={pending} onClick={start}>
          {factor === 'authenticator' ? 'Replace authenticator app' : 'Set up an authenticator app'}
        </Button>
        {factor !== 'mail' && mailCodes && email !== '' && (
          <ActionButton
            size="xs"
            reason={pending && 'The authenticator app is being set up.'}
            onClick={() => setAsking('mail')}
          >
            Use codes by email
          </ActionButton>
        )}
        {factor !== 'none' && (
          <ActionButton
            size="xs"
            reason={pending && 'The authenticator app is being set up.'}
            onClick={() => setAsking('none')}
          >
            Turn off
          </ActionButton>
        )}
      </Group>
      {factor !== 'mail' && !mailCodes && (
        <Text size="sm" c="dimmed">
          Codes by email are not available: no mail server is configured (TRIPTYCH_SMTP_URL).
        </Text>
      )}
      <Refused problem={problem} />
      {enrollment && <AccountAuthenticator enrollment={enrollment} onClose={() => setEnrollment(undefined)} />}
      {asking === 'mail' && (
        <Confirm
          title="Use codes by email?"
          action="Use codes by email"
          danger={factor === 'authenticator'}
          onConfirm={() => changeTo(useMailCodes)}
          onClose={() => setAsking(undefined)}
        >
          {`Codes will be sent by email${email ? ` to ${email}` : ''}. ${endsToo(factor)}`}
        </Confirm>
      )}
      {asking === 'none' && (
        <Confirm
          title="Turn off the second factor?"
          action="Turn off"
          onConfirm={() => changeTo(dropSecondFactor)}
          onClose={() => setAsking(undefined)}
        >
          {`Sign-in will require only your password. ${endsToo(factor)}`}
        </Confirm>
      )}
    </Panel>
  )
}

/** Remembered devices are removed together with the second factor. */
async function changeTo(endpoint: typeof useMailCodes | typeof dropSecondFactor) {
  await change(endpoint, {})
  await invalidate(listRememberedDevices.reads)
}

const endsToo = (factor: string) =>
  factor === 'authenticator' ? 'The authenticator app and all remembered devices are removed.' : ''
