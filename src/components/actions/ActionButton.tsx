import { type ButtonProps, VisuallyHidden } from '@mantine/core'
import {
  type ComponentPropsWithRef,
  type MouseEvent,
  type ReactNode,
  Suspense,
  useContext,
  useId,
  useState,
} from 'react'
import { Button } from '#ui/layout/layout.ts'
import { type Reason, SharedReason } from './action-reason.ts'
import { type Called, ForPermitted } from './ForPermitted.tsx'

type Props = Omit<ButtonProps, 'disabled' | 'data-disabled'> &
  Omit<ComponentPropsWithRef<'button'>, keyof ButtonProps | 'disabled' | 'children'> & {
    /**
     * Endpoint that the action calls. Hidden from users without its permission; without an endpoint, visible to all
     * users.
     */
    endpoint?: Called
    /**
     * Why the action is unavailable at the moment. The button then stays visible and focusable and shows the reason.
     */
    reason?: Reason
    /** Id of an element that already states the reason. */
    reasonId?: string
    /** Renders the dialog that a click opens, instead of `onClick`. May be lazily loaded (`later`). */
    renderDialog?: (close: () => void) => ReactNode
    children: ReactNode
  }

/**
 * Button that applies the policy for all actions: hidden if the user lacks the permission, disabled with a reason if
 * the action is unavailable.
 */
export function ActionButton({ endpoint, ...props }: Props) {
  const action = <Action {...props} />
  return endpoint ? <ForPermitted endpoint={endpoint}>{action}</ForPermitted> : action
}

function Action({ reason, reasonId, renderDialog, onClick, ...props }: Omit<Props, 'endpoint'>) {
  const shared = useContext(SharedReason)
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const why = reason || shared?.reason
  const stated = reasonId ?? (why === shared?.reason ? shared?.id : undefined)
  const refused = why && {
    'aria-disabled': true,
    'data-disabled': true,
    'data-tip': why,
    'aria-describedby': stated ?? id,
    onClick: stayAndExplain,
  }
  return (
    <>
      <Button variant="default" {...props} onClick={renderDialog ? () => setOpen(true) : onClick} {...refused} />
      {why && !stated && <VisuallyHidden id={id}>{why}</VisuallyHidden>}
      {isOpen && (
        <SharedReason value={undefined}>
          <Suspense>{renderDialog?.(() => setOpen(false))}</Suspense>
        </SharedReason>
      )}
    </>
  )
}

/**
 * Focuses the button, because a tap does not in every browser and the tooltip opens on focus. Prevents form submission.
 */
function stayAndExplain(event: MouseEvent<HTMLElement>) {
  event.preventDefault()
  event.currentTarget.focus()
}
