import * as z from 'zod/mini'
import { long, nothing } from '#contract/wire.ts'
import { paging } from './device-list.ts'

/** Input of every list of resources. */
export const listing = {
  ...paging,
  'delta-token': z.optional(z.string().check(z.minLength(1))),
  search: z.optional(z.string().check(z.maxLength(200))),
}

/** IDs per call. The service itself rejects an empty list with COM0009. */
const maxIds = 1000
export const ids = z.array(long).check(z.maxLength(maxIds))

export const anId = z.string().check(z.minLength(1), z.maxLength(200))

/** A change with an empty response. */
export const taken = { encoding: 'json', output: nothing, responseType: 'nothing', status: 202 } as const
/** A deletion with an empty response. */
export const deleted = { encoding: 'query', output: nothing, responseType: 'nothing', status: 204 } as const

/** Assumptions of every list of resources. */
export const listAssumes = (searched: string) => [
  `search finds text anywhere in ${searched}; the order is by name`,
  'limit, offset, skip-token and delta-token are those of devices',
]
