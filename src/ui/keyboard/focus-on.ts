/** Ref callback that focuses the element when it mounts. */
export const focusOn = (element: HTMLElement | null) => element?.focus()
