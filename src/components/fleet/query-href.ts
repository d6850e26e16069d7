import { paths } from '#paths.ts'

/** The page of a query, of devices where none is named, by its line. */
export const queryHref = (query: string, path: string = paths.deviceQuery) =>
  `${path}?${new URLSearchParams({ query })}`
