import { paths } from '#paths.ts'

/** Of notices of certificates alone. */
export const noEvents = { places: paths, linkOf: () => undefined, findEvents: () => Promise.resolve([]) }
