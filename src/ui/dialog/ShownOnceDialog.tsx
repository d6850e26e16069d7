import type { ReactNode } from 'react'
import { Notice } from '#ui/feedback/Notice.tsx'
import { Button, Group, Stack } from '#ui/layout/layout.ts'
import { Dialog } from './Dialog.tsx'

type Props = {
  title: string
  /** What is to be done before the dialog is closed. */
  explanation: ReactNode
  notice?: string
  /** Label of the button. */
  action?: string
  onClose: () => void
  /** The secret. */
  children: ReactNode
}

/** Dialog with a new secret that is not shown again. */
export const ShownOnceDialog = ({
  title,
  explanation,
  notice = 'Shown only once',
  action = 'I have copied it',
  onClose,
  children,
}: Props) => (
  <Dialog title={title}>
    <Stack gap="md">
      <Notice tone="warn" title={notice}>
        <span>{explanation}</span>
      </Notice>
      {children}
      <Group justify="end">
        <Button onClick={onClose}>{action}</Button>
      </Group>
    </Stack>
  </Dialog>
)
