import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useAttempt } from '#api/change.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { typeToConfirm } from './action-reason.ts'
import { ActionButton } from './ActionButton.tsx'
import { asDisplayed, confirmationPhrase } from './confirmation-phrase.ts'

type Props = {
  /** Title, as a question: `Wipe the device?` */
  title: string
  /** The consequences, and whether they can be undone. */
  children: ReactNode
  /** Label of the confirm button: `Wipe`. */
  action: string
  /** Text that the user must type to confirm, usually the name of the object. */
  typed?: string
  danger?: boolean
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/** Confirmation dialog. Shows the error if the action fails. */
export function Confirm({ title, children, action, typed, danger = true, onConfirm, onClose }: Props) {
  const [text, setText] = useState('')
  const { problem, pending, attempt } = useAttempt()
  const wanted = typed === undefined ? undefined : confirmationPhrase(typed, action)
  const ready = wanted === undefined || wanted.accepted.includes(asDisplayed(text))
  const confirm = async () => {
    await onConfirm()
    onClose()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation() // the event would otherwise reach a surrounding form
          if (ready && !pending) attempt(confirm)
        }}
      >
        <Stack gap="md">
          {typeof children === 'string' ? <Text size="sm">{children}</Text> : children}
          {wanted !== undefined && (
            <TextInput
              label={`Type ${wanted.text} to confirm`}
              value={text}
              autoComplete="off"
              spellCheck={false}
              // With more content than text, the field may be below the visible area: the focus then starts at the top.
              data-autofocus={typeof children === 'string' ? true : undefined}
              onChange={({ currentTarget }) => setText(currentTarget.value)}
            />
          )}
          {problem && <ProblemPanel problem={problem} />}
          <Group justify="end" gap="sm">
            <Button variant="default" onClick={onClose} data-autofocus={typed === undefined ? true : undefined}>
              Cancel
            </Button>
            <ActionButton
              variant="filled"
              type="submit"
              color={danger ? 'red.9' : undefined}
              reason={!ready && typeToConfirm}
              loading={pending}
            >
              {action}
            </ActionButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
