import { paths } from '#paths.ts'

/** The page of a query of devices, by its line. */
export const queryHref = (query: string) => `${paths.deviceQuery}?${new URLSearchParams({ query })}`
