import { query } from '#api/query.ts'
import { signInOptions } from '#contract/session.ts'

/** Available sign-in methods, which do not change while the page is open. */
export const signInOptionsQuery = { ...query(signInOptions, {}), retry: false, staleTime: Infinity }
