import * as z from 'zod'
import type { ScopeType } from '#contract/identity/scopes.ts'
import { long, nothing } from '#contract/wire.ts'
import { paging } from './devices.ts'

/** What every list of resources takes. */
export const listing = {
  ...paging,
  'delta-token': z.string().min(1).optional(),
  search: z.string().max(200).optional(),
}

/** Ids of a call that names several resources. An empty list is told apart by the service: COM0009. */
const mostIds = 1000
export const ids = z.array(long).max(mostIds)

export const anId = z.string().min(1).max(200)

/** A change that is taken and says nothing. */
export const taken = { encoding: 'json', output: nothing, responseType: 'nothing', status: 202 } as const
/** A deletion, of which nothing is left to say. */
export const deleted = { encoding: 'query', output: nothing, responseType: 'nothing', status: 204 } as const

export const deviceManagement = (type: ScopeType) => ({ scopes: [`MDMDeviceMgmt.${type}`] }) as const
export const inventory = (type: ScopeType) => ({ scopes: [`MDMInventory.${type}`] }) as const
export const userArea = (type: ScopeType) => ({ scopes: [`MDMUser.${type}`] }) as const

/** The convention of every such list. */
export const listAssumes = (searched: string) => [
  `search finds text anywhere in ${searched}; the order is by name`,
  'limit, offset, skip-token and delta-token are those of devices',
]
