import { useMay } from '#api/use-may.ts'
import type { Row } from '#contract/endpoint.ts'

/** Why whoever is signed in may not call this row; undefined when they may. */
export function useRefusal({ permission }: Row): string | undefined {
  return useMay()(permission)
    ? undefined
    : `Your account lacks the permission ${permission}. An administrator can grant it.`
}
