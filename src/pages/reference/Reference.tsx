import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { Operation } from './Operation.tsx'
import { OperationList } from './OperationList.tsx'
import { tried, tryLinkId } from './try-address.ts'

export const handle = { crumb: 'API reference' }

/** The list of operations, or the operation in the URL. */
export function Component() {
  const [address] = useSearchParams()
  const id = tried(address)
  const shown = useRef(id)
  // The document's focus: moves to the heading of an operation, and back to its link on return.
  useEffect(() => {
    if (shown.current === id) return
    const next = id === undefined ? document.getElementById(tryLinkId(shown.current ?? '')) : undefined
    shown.current = id
    ;(next ?? document.querySelector<HTMLElement>('main h1'))?.focus()
  }, [id])
  return id === undefined ? <OperationList /> : <Operation key={id} id={id} />
}
