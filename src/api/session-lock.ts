import { siteName } from './site.ts'

/**
 * A change of the session ends its old id before the browser has the new one: whoever asks in between would be told that
 * nobody is signed in. Such questions wait until the change is through, in whichever tab it is.
 */
const lock = `triptych-session-${siteName ?? ''}`

export const whileSessionChanges = <T>(change: () => Promise<T>) => navigator.locks.request(lock, change)

export const whileSessionStays = <T>(question: () => Promise<T>) =>
  navigator.locks.request(lock, { mode: 'shared' }, question)
