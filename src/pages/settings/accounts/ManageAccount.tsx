import { useState } from 'react'
import { change } from '#api/change.ts'
import { requirePart } from '#api/require-part.ts'
import { ActionButton } from '#components/actions/ActionButton.tsx'
import { Confirm } from '#components/actions/Confirm.tsx'
import {
  disableAccount,
  enableAccount,
  endAccountSessions,
  resetAccountPassword,
  resetAccountSecondFactor,
} from '#contract/desktop/accounts.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Button, Group, Stack, Text } from '#ui/layout/layout.ts'
import type { ListedAccount } from './account-words.ts'
import { AccountFields } from './AccountFields.tsx'
import type { NewPassword } from './PasswordOnce.tsx'

type Props = {
  account: ListedAccount
  /** Whether this is the last active administrator. */
  isLast: boolean
  onNewPassword: (made: NewPassword) => void
  onClose: () => void
}
type Step = 'disable' | 'enable' | 'password' | 'factor' | 'sessions'

const lastAdministrator =
  'This is the last enabled administrator. Give another account the administrator role before you disable it or change its role.'

/** Role and email address of an account, and actions that take effect immediately. */
export function ManageAccount({ account, isLast, onNewPassword, onClose }: Props) {
  const [step, setStep] = useState<Step>()
  const { user_id = '', user_name = '', disabled = false, second_factor } = account
  if (step) {
    const { title, action, text, run } = steps(user_name)[step]
    return (
      <Confirm
        title={title}
        action={action}
        danger={step !== 'enable'}
        onConfirm={async () => {
          const password = await run(user_id)
          if (password !== undefined) onNewPassword({ name: user_name, reveal: () => password })
          else onClose()
        }}
        onClose={() => setStep(undefined)}
      >
        {text}
      </Confirm>
    )
  }
  const has = second_factor !== 'none'
  return (
    <Dialog title={`Account “${user_name}”`} onClose={onClose}>
      <Stack gap="lg">
        <AccountFields account={account} fixedRole={isLast} onDone={onClose} />
        {isLast && (
          <Text size="sm" c="dimmed" id="last-administrator">
            {lastAdministrator}
          </Text>
        )}
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => setStep('password')}>
            Reset password
          </Button>
          {has && (
            <Button size="xs" variant="default" onClick={() => setStep('factor')}>
              Reset second factor
            </Button>
          )}
          <Button size="xs" variant="default" onClick={() => setStep('sessions')}>
            End sessions
          </Button>
          {disabled ? (
            <Button size="xs" variant="default" onClick={() => setStep('enable')}>
              Enable
            </Button>
          ) : (
            <ActionButton
              size="xs"
              reason={isLast && lastAdministrator}
              reasonId="last-administrator"
              onClick={() => setStep('disable')}
            >
              Disable
            </ActionButton>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}

/** Confirmation texts of the actions. Only a password reset returns a result. */
const steps = (name: string) =>
  ({
    disable: {
      title: `Disable “${name}”?`,
      action: 'Disable',
      text: 'The user is signed out everywhere within five seconds and can no longer sign in. Tokens and application grants are revoked permanently.',
      run: (user_id: string) => quietly(change(disableAccount, { user_id })),
    },
    enable: {
      title: `Enable “${name}”?`,
      action: 'Enable',
      text: 'The user can sign in again with the previous password. Earlier sessions, tokens and application grants stay revoked.',
      run: (user_id: string) => quietly(change(enableAccount, { user_id })),
    },
    password: {
      title: `Reset the password of “${name}”?`,
      action: 'Reset password',
      text: 'Generates a random password that is shown only once. Ends sessions and revokes remembered devices and application grants.',
      run: async (user_id: string) =>
        requirePart(resetAccountPassword, (await change(resetAccountPassword, { user_id })).password, 'password'),
    },
    factor: {
      title: `Reset the second factor of “${name}”?`,
      action: 'Reset second factor',
      text: 'Sign-in requires only the password until the user sets up a second factor again. Ends sessions and revokes remembered devices and application grants.',
      run: (user_id: string) => quietly(change(resetAccountSecondFactor, { user_id })),
    },
    sessions: {
      title: `Sign “${name}” out everywhere?`,
      action: 'End sessions',
      text: 'Ends all sessions within five seconds and revokes tokens, remembered devices and application grants. Unsaved changes are lost.',
      run: (user_id: string) => quietly(change(endAccountSessions, { user_id })),
    },
  }) satisfies Record<
    Step,
    { title: string; action: string; text: string; run: (id: string) => Promise<string | undefined> }
  >

const quietly = (work: Promise<unknown>): Promise<undefined> => work.then(() => undefined)
