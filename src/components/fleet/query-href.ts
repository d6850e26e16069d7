import { paths } from '#paths.ts'

/** Link to the query page; that of devices by default. */
export const queryHref = (query: string, path: string = paths.deviceQuery) =>
  `${path}?${new URLSearchParams({ query })}`
