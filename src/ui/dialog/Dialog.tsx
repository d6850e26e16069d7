import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorRegistryContext } from '#ui/feedback/error-registry.ts'
import { useFocusBack } from '#ui/keyboard/focus-back.ts'
import { useIsTopDialog } from './dialog-stack.ts'

type Props = {
  title: string
  /** Without it, the dialog cannot be left but by what it asks for. */ onClose?: () => void
  /** Wider than a question is: `xl`. */
  size?: 'xl'
  children: ReactNode
}

/** A dialog on top of the page, which waits below with everything that was typed. */
export function Dialog({ title, onClose, size, children }: Props) {
  const isTop = useIsTopDialog()
  const leave = onClose !== undefined
  useFocusBack()
  return (
    <Modal
      opened
      centered
      size={size}
      title={<strong>{title}</strong>}
      onClose={() => onClose?.()}
      withCloseButton={leave}
      closeOnEscape={leave && isTop}
      closeOnClickOutside={leave && isTop}
      closeButtonProps={{ 'aria-label': 'Close' }}
      overlayProps={{ blur: 2 }}
    >
      {/* What the page below tells cannot be read from here. */}
      <ErrorRegistryContext value={undefined}>{children}</ErrorRegistryContext>
    </Modal>
  )
}
