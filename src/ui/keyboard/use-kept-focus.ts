import { useEffect } from 'react'

/** What Tab stops at, and headings that take the focus. */
const stops =
  ':is(a[href], button, input, select, textarea, summary, [tabindex]):not(:disabled, [tabindex="-1"]), :is(h1, h2)[tabindex]'

/**
 * The keyboard never falls off the page. Where a press takes away what was pressed ("Clear selection", "Start the
 * check", "Last page"), it goes on at what stands there now or follows, else at what is before. What Mantine has for it: decision 144.
 */
export function useKeptFocus() {
  // The document: what has its focus, and what goes out of it.
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
    // Whoever presses beside everything wants the keyboard nowhere.
    const forget = () => {
      last = undefined
    }
    const keep = (changes: MutationRecord[]) => {
      if (!last) return
      const [isGone, isOff] = [!last.isConnected, last.matches(':disabled')]
      // What was disabled loses the focus only when the page is drawn again.
      if (document.activeElement !== document.body && !(isOff && document.activeElement === last)) return
      // A button that waits for what it began has the keyboard again when that has ended.
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

/** From the inside out: the nearest part that still has something to stop at. */
function placeNear(lost: Element, around: readonly Element[], changes: readonly MutationRecord[]) {
  // Rows of a long list come and go as it is scrolled.
  if (around.some((part) => part.matches('[data-virtual]'))) return undefined
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
  // What is gone stood after this one, or first.
  const gone = changes.findLast(({ removedNodes }) => [...removedNodes].some((node) => node === inner))
  const edge = inner.isConnected ? inner : gone?.previousSibling
  const all = [...outer.querySelectorAll<HTMLElement>(stops)].filter((stop) => stop !== inner && stop.checkVisibility())
  const isAfter = (stop: HTMLElement) =>
    !edge || (!edge.contains(stop) && (edge.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0)
  return [all.filter((stop) => !isAfter(stop)), all.filter(isAfter)] as const
}
