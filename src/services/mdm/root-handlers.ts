import { toRequest } from '#contract/http/to-request.ts'
import { type Collection, collections, type rootRows } from '#contract/mdm/root.ts'
import type { Handlers } from '#services/router.ts'
import { addressOf } from './list-call.ts'

export const rootHandlers = (): Handlers<typeof rootRows> => ({
  getApiRoot: (_input, call) => {
    const addresses = Object.entries(collections).map(([name, endpoint]) => [
      name,
      addressOf(call, toRequest(endpoint, {}, call.speaks).target),
    ])
    return Object.fromEntries(addresses) as Record<Collection, string>
  },
})
