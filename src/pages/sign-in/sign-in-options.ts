import { query } from '#api/query.ts'
import { signInOptions } from '#contract/session.ts'

/** How one can sign in here. It does not change while somebody looks at the page. */
export const signInOptionsQuery = { ...query(signInOptions, {}), retry: false, staleTime: Infinity }
