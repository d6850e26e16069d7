import { useEffect, useId, useState } from 'react'
import classes from './Tips.module.css'

type Tip = { text: string; left: number; top: number; above: boolean }

/**
 * One tooltip for the whole console: what an element says in `data-tip`, and the whole text of a cell, heading or badge
 * that is cut off, as of anything else whose `data-tip` is empty. By mouse and by keyboard; Escape closes it (WCAG 1.4.13).
 */
export function Tips() {
  const id = useId()
  const [tip, setTip] = useState<Tip>()

  // The document: listening there costs the same for a table of ten thousand cells.
  useEffect(() => {
    let described: Element | undefined
    const hide = () => {
      described?.removeAttribute('aria-describedby')
      described = undefined
      setTip(undefined)
    }
    const show = ({ target, type }: Event) => {
      if (!(target instanceof Element)) return
      const element = target.closest('[data-tip], td, th, h1') ?? target.closest('span[data-tone]')
      const text = element && textOf(element)
      if (!text) return
      // What describes an element already says the same.
      if (type === 'focusin' && !element.hasAttribute('aria-describedby')) {
        described = element
        element.setAttribute('aria-describedby', id)
      }
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
    return () => stop.abort()
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

/** With the next frame: what is pointed at or focused may be opening a popover itself, and the browser opens one at a time. */
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
