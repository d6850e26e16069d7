import { pageShown } from './after-first-page.ts'

/**
 * Preloads what subsequent pages need once the current page has loaded. Errors are ignored: the page that needs it
 * loads it again and shows the error.
 */
export const loadBehind = (load: () => Promise<unknown>) =>
  void pageShown()
    .then(load)
    .catch(() => {})
