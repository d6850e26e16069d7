import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { query } from '#api/query.ts'
import { listConnections } from '#contract/console/connections.ts'
import { missingScopes } from '#contract/identity/scopes.ts'
import { inventory } from '#contract/mdm/area-scopes.ts'
import { navigation, paths } from '#paths.ts'

type Area = (typeof navigation)[number]
type Props = { children: (areas: readonly Area[]) => ReactNode }

/** The areas without those whose scope nobody was asked for. Settings, Connections says which scopes are missing. */
export function ReachableAreas({ children }: Props) {
  const { data } = useQuery(query(listConnections, {}))
  const asked = data?.connections.find(({ service }) => service === 'mdm')?.scopes
  const isHidden = asked !== undefined && missingScopes(inventory('READ').scopes, asked).length > 0
  return children(isHidden ? navigation.filter(({ to }) => to !== paths.devices) : navigation)
}
