import { pageShown } from './after-first-page.ts'

/** What the pages that follow this one need, behind its rows. Whoever needs it asks again, and says what is wrong. */
export const loadBehind = (load: () => Promise<unknown>) =>
  void pageShown()
    .then(load)
    .catch(() => {})
