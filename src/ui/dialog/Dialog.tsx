import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { ErrorRegistryContext } from '#ui/feedback/error-registry.ts'
import { useFocusBack } from '#ui/keyboard/focus-back.ts'
import classes from '#ui/values/LongText.module.css'
import { useIsTopDialog } from './dialog-stack.ts'
import { focusDialog } from './initial-focus.ts'

type Props = {
  title: string
  /** Without it, the user can leave the dialog only by completing it. */ onClose?: () => void
  /** `xl`: wider than a confirmation needs. */
  size?: 'xl'
  children: ReactNode
}

/** Modal dialog. The page below stays mounted, so that its form input is preserved. */
export function Dialog({ title, onClose, size, children }: Props) {
  const isTop = useIsTopDialog()
  const leave = onClose !== undefined
  useFocusBack()
  return (
    <Modal
      opened
      centered
      size={size}
      title={
        <strong className={classes.cut} data-tip="">
          {title}
        </strong>
      }
      onClose={() => onClose?.()}
      withCloseButton={leave}
      closeOnEscape={leave && isTop}
      closeOnClickOutside={leave && isTop}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <span hidden ref={focusDialog} />
      {/* Errors of the page below are not visible here: the dialog must show its own. */}
      <ErrorRegistryContext value={undefined}>{children}</ErrorRegistryContext>
    </Modal>
  )
}
