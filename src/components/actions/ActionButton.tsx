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
    /** What it calls. Whoever lacks its permission is not shown the action; without one, everybody is. */
    endpoint?: Called
    /** Why it is not possible here and now: it stays visible, can be focused, and says so. */
    reason?: Reason
    /** Where the reason is stated already. */
    reasonId?: string
    /** What a press opens, instead of `onClick`. Its code may come by then (`later`). */
    renderDialog?: (close: () => void) => ReactNode
    children: ReactNode
  }

/** One policy for all actions: what a person may never do is not shown, what is impossible now says why. */
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

/** The tooltip follows the focus, which a touch does not give to a button in every browser. A form is not sent. */
function stayAndExplain(event: MouseEvent<HTMLElement>) {
  event.preventDefault()
  event.currentTarget.focus()
}
