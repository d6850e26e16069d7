import type { ConfiguredDialect, Dialect } from '#contract/dialect.ts'

/** How a server is spoken to, with what has been found out about it since the start. */
export function spokenDialect(configured: ConfiguredDialect) {
  const { pageBase, ...rest } = configured
  const dialectFrom = (base: Dialect['pageBase']): Dialect => ({
    ...rest,
    pageBase: base,
    ...(resources && { resources }),
  })
  let resources: Dialect['resources']
  let fromZero = dialectFrom(0)
  let fromOne = dialectFrom(1)
  const learnResources = (there: Dialect['resources']) => {
    resources = there
    fromZero = dialectFrom(0)
    fromOne = dialectFrom(1)
  }
  let found: Dialect['pageBase'] | undefined
  const base = () => (pageBase === 'auto' ? found : pageBase)
  return {
    configured,
    now: () => (base() === 1 ? fromOne : fromZero),
    /** Where pages begin: by the configuration, or found out. */
    base,
    learn: (there: Dialect['pageBase']) => void (found = there),
    learnResources,
    /** After a failure: what was found may no longer hold. */
    forget: () => {
      found = undefined
      if (resources) learnResources(undefined)
    },
  }
}
