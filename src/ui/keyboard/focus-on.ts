/** As a ref: the keyboard goes there as soon as it is on the page. */
export const focusOn = (element: HTMLElement | null) => element?.focus()
