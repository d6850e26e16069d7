import { useQuery } from '@tanstack/react-query'
import { confirmWith } from '#api/session.ts'
import { confirmedForMinutes, confirmIdentity } from '#contract/console/account.ts'
import type { SignedIn } from '#contract/session.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Button, Stack, Text } from '#ui/layout/layout.ts'
import { CloudWindow } from './CloudWindow.tsx'
import { ConfirmSteps } from './ConfirmSteps.tsx'
import { signInOptionsQuery } from './sign-in-options.ts'

type Props = {
  /** The action that requires the confirmation. */
  purpose: string
  userName: string
  by: SignedIn['by']
  answer: (confirmed: boolean) => void
}

/** Identity confirmation: with the password and, if used, a one-time code, or at the identity provider. */
export function ConfirmDialog({ purpose, userName, by, answer }: Props) {
  const cancel = () => answer(false)
  return (
    <Dialog title="Confirm that it is you" onClose={cancel}>
      <Stack gap="md">
        <Text size="sm">
          Required for: <strong>{purpose}</strong>. You will not be asked again for {confirmedForMinutes} minutes.
        </Text>
        {by === 'cloud' ? (
          <ByVisit onConfirmed={() => answer(true)} />
        ) : (
          <ConfirmSteps userName={userName} onConfirmed={() => answer(true)} />
        )}
        <Button variant="subtle" fullWidth onClick={cancel}>
          Cancel
        </Button>
      </Stack>
    </Dialog>
  )
}

/** The window announces its result to all tabs, see ConfirmIdentity. */
function ByVisit({ onConfirmed }: { onConfirmed: () => void }) {
  const { data: options } = useQuery(signInOptionsQuery)
  const begin = async () => {
    const step = await confirmWith(confirmIdentity, {})
    if (step.state === 'confirmed') onConfirmed()
    return step.state === 'cloud' ? step.address : undefined
  }
  return <CloudWindow label={`Confirm with ${options?.cloud ?? 'the identity provider'}`} begin={begin} />
}
