import type { ConfiguredDialect, Dialect } from '#contract/dialect.ts'

/** How a server is spoken to, with what has been found out about it since the start. */
export function spokenDialect(configured: ConfiguredDialect) {
  const { pageBase, ...rest } = configured
  const fromZero: Dialect = { ...rest, pageBase: 0 }
  const fromOne: Dialect = { ...rest, pageBase: 1 }
  let found: Dialect['pageBase'] | undefined
  const base = () => (pageBase === 'auto' ? found : pageBase)
  return {
    configured,
    now: () => (base() === 1 ? fromOne : fromZero),
    /** Where pages begin: by the configuration, or found out. */
    base,
    learn: (there: Dialect['pageBase']) => void (found = there),
    /** After a failure: what was found may no longer hold. */
    forget: () => void (found = undefined),
  }
}
