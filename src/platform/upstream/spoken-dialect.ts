import type { ConfiguredDialect, Dialect } from '#contract/dialect.ts'

/** The dialect of a server: its configuration, and what was detected since startup. */
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
    /** Number of the first page, configured or detected. */
    base,
    learn: (there: Dialect['pageBase']) => void (found = there),
    learnResources,
    /** After a failure, detected properties may be outdated. */
    forget: () => {
      found = undefined
      if (resources) learnResources(undefined)
    },
  }
}
