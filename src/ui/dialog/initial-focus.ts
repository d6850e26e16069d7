import { stops } from '#ui/keyboard/stops.ts'

/** Mantine focuses the element with this attribute when a dialog opens. */
const mark = 'data-autofocus'

/**
 * Ref of an element in a dialog: focuses the dialog's initial element at once. Mantine does so in timers, which
 * browsers defer after input: keys pressed meanwhile would reach the page below, and the timers would move the focus
 * back from where Tab has led to.
 */
export function focusDialog(inside: HTMLElement | null) {
  const dialog = inside?.closest('[role="dialog"]')
  if (!dialog) return undefined
  const follow = new AbortController()
  const remember = ({ target }: Event) => {
    for (const marked of dialog.querySelectorAll(`[${mark}]`)) marked.removeAttribute(mark)
    if (target instanceof Element) target.setAttribute(mark, 'true')
  }
  dialog.addEventListener('focusin', remember, { signal: follow.signal })
  const start = dialog.querySelector<HTMLElement>(`[${mark}]`) ?? dialog.querySelector<HTMLElement>(stops)
  start?.focus({ preventScroll: true })
  return () => follow.abort()
}
