import { useMay } from '#api/may.ts'
import type { Endpoint } from '#contract/endpoint.ts'

/** Why whoever is signed in may not call this row; undefined when they may. */
export function useRefusal({ permission }: Endpoint): string | undefined {
  return useMay()(permission)
    ? undefined
    : `Your account lacks the permission ${permission}. An administrator can grant it.`
}
