import { useEffect } from 'react'
import { stops } from './stops.ts'

const stopsAndHeadings = `${stops}, :is(h1, h2)[tabindex]`

/**
 * Prevents the loss of the keyboard focus. When the focused element is removed or disabled ("Clear selection", "Start
 * the check", "Last page"), the focus moves to the next focusable element in its place, otherwise to the previous one.
 * Decision 144 states why Mantine's focus handling does not cover this.
 */
export function useRetainedFocus() {
  // The document's focus, and the removal of the focused element.
  useEffect(() => {
    let last: Element | undefined
    let around: readonly Element[] = []
    let waits = false
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return
      last = target
      around = partsAround(target)
      waits = false
    }
    // A click outside of all controls removes the focus on purpose.
    const forget = () => {
      last = undefined
    }
    const keep = (changes: MutationRecord[]) => {
      if (!last) return
      const [isGone, isOff] = [!last.isConnected, last.matches(':disabled')]
      // A disabled element loses the focus only when the page is rendered again.
      if (document.activeElement !== document.body && !(isOff && document.activeElement === last)) return
      // A button that is disabled while its action is pending gets the focus back afterward.
      if (isOff && !isGone && last.matches('[data-loading]')) waits = true
      else if (isGone || isOff) placeNear(last, around, changes)?.focus()
      else if (waits && last instanceof HTMLElement) last.focus()
    }
    const observer = new MutationObserver(keep)
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    const listening = new AbortController()
    document.addEventListener('focusin', remember, { signal: listening.signal })
    document.addEventListener('pointerdown', forget, { signal: listening.signal, capture: true })
    return () => {
      observer.disconnect()
      listening.abort()
    }
  }, [])
}

function partsAround({ parentElement: parent }: Element): readonly Element[] {
  return parent && parent !== document.body ? [parent, ...partsAround(parent)] : []
}

/** Searches from the innermost ancestor outward for one that still contains a focusable element. */
function placeNear(lost: Element, around: readonly Element[], changes: readonly MutationRecord[]) {
  // Virtualized rows are removed while scrolling.
  if (around.some((part) => part.matches('tbody:has(> [aria-hidden])'))) return undefined
  let inner = lost
  for (const outer of around) {
    if (outer.isConnected) {
      const [before, after] = stopsBeside(inner, outer, changes)
      const place = after[0] ?? before.at(-1)
      if (place) return place
    }
    inner = outer
  }
  return undefined
}

function stopsBeside(inner: Element, outer: Element, changes: readonly MutationRecord[]) {
  // The removed element followed this one, or was the first.
  const gone = changes.findLast(({ removedNodes }) => [...removedNodes].some((node) => node === inner))
  const edge = inner.isConnected ? inner : gone?.previousSibling
  const all = [...outer.querySelectorAll<HTMLElement>(stopsAndHeadings)].filter(
    (stop) => stop !== inner && stop.checkVisibility(),
  )
  const isAfter = (stop: HTMLElement) =>
    !edge || (!edge.contains(stop) && (edge.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0)
  return [all.filter((stop) => !isAfter(stop)), all.filter(isAfter)] as const
}
