import { useEffect, useId, useState } from 'react'
import classes from './Tips.module.css'

type Tip = { text: string; left: number; top: number; above: boolean }

/**
 * The console's only tooltip. It shows the `data-tip` of an element; without one, the full text of a truncated cell,
 * heading or badge, or of any element with an empty `data-tip`. Opens on hover and on focus, closes on Escape (WCAG
 * 1.4.13).
 */
export function Tips() {
  const id = useId()
  const [tip, setTip] = useState<Tip>()

  // Listens on the document: one set of listeners, however many cells a table has.
  useEffect(() => {
    let described: Element | undefined
    // A disabled button that becomes enabled has no reason to explain any more.
    const changes = new MutationObserver(() => hide())
    const hide = () => {
      changes.disconnect()
      described?.removeAttribute('aria-describedby')
      described = undefined
      setTip(undefined)
    }
    const show = ({ target, type }: Event) => {
      if (!(target instanceof Element)) return
      const element = target.closest('[data-tip], td, th, h1') ?? target.closest('span[data-tone]')
      const text = element && textOf(element)
      if (!text) return
      // An element that already has a description keeps it.
      if (type === 'focusin' && !element.hasAttribute('aria-describedby')) {
        described = element
        element.setAttribute('aria-describedby', id)
      }
      changes.observe(element, { attributeFilter: ['data-tip'] })
      setTip({ text, ...placeBeside(element.getBoundingClientRect()) })
    }
    const hideOnEscape = ({ key }: KeyboardEvent) => key === 'Escape' && hide()
    const stop = new AbortController()
    const options = { signal: stop.signal, passive: true }
    document.addEventListener('pointerover', show, options)
    document.addEventListener('pointerout', hide, options)
    document.addEventListener('focusin', show, options)
    document.addEventListener('focusout', hide, options)
    document.addEventListener('scroll', hide, { ...options, capture: true })
    document.addEventListener('keydown', hideOnEscape, options)
    return () => {
      stop.abort()
      changes.disconnect()
    }
  }, [id])

  if (!tip) return null
  const { text, left, top, above } = tip
  return (
    <div
      id={id}
      role="tooltip"
      popover="manual"
      ref={show}
      className={classes.tip}
      data-above={above || undefined}
      style={{ left, top }}
    >
      {text}
    </div>
  )
}

/**
 * Deferred by one frame: the hovered or focused element may open a popover itself, and the browser opens one at a time.
 */
const show = (element: HTMLElement | null) => {
  requestAnimationFrame(() => element?.isConnected && element.showPopover())
}

const textOf = (element: Element) =>
  element.getAttribute('data-tip') || (isCutOff(element) ? element.textContent : undefined)

const isCutOff = (element: Element) =>
  [element, ...element.querySelectorAll('*')].some((part) => {
    const { textOverflow, webkitLineClamp } = getComputedStyle(part)
    return (
      (textOverflow === 'ellipsis' && part.scrollWidth > part.clientWidth + 1) ||
      (webkitLineClamp !== 'none' && part.scrollHeight > part.clientHeight + 1)
    )
  })

const widestPx = 400

function placeBeside({ left, top, bottom }: DOMRect) {
  const above = bottom > window.innerHeight - 80
  return {
    left: Math.max(8, Math.min(left, window.innerWidth - widestPx - 8)),
    top: above ? top - 6 : bottom + 6,
    above,
  }
}
