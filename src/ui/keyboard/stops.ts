/** Selector of elements that Tab reaches. */
export const stops =
  ':is(a[href], button, input, select, textarea, summary, [tabindex]):not(:disabled, [tabindex="-1"])'
