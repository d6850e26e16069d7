import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useAttempt } from '#api/change.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { typeToConfirm } from './action-reason.ts'
import { ActionButton } from './ActionButton.tsx'

type Props = {
  /** `Wipe the device?` */
  title: string
  /** What will happen, and whether there is a way back. */
  children: ReactNode
  /** The verb: `Wipe`. */
  action: string
  /** What has to be typed before it can be done: the name of what it is done to. */
  typed?: string
  danger?: boolean
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

/** Asks before something is done, names what it is done to, and says why it could not be done. */
export function Confirm({ title, children, action, typed, danger = true, onConfirm, onClose }: Props) {
  const [text, setText] = useState('')
  const { problem, pending, attempt } = useAttempt()
  const ready = typed === undefined || text.trim() === typed.trim()
  const confirm = async () => {
    await onConfirm()
    onClose()
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation() // asked from a form, it does not send that form
          if (ready && !pending) attempt(confirm)
        }}
      >
        <Stack gap="md">
          {typeof children === 'string' ? <Text size="sm">{children}</Text> : children}
          {typed !== undefined && (
            <TextInput
              label={`Type “${typed}” to confirm`}
              value={text}
              autoComplete="off"
              spellCheck={false}
              // In a dialog longer than the screen the field is out of sight: the keyboard begins at the top.
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
