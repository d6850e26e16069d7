import { useMay } from '#api/may.ts'
import type { Called } from './ForPermitted.tsx'

/** Removes the actions column if the user has none of the permissions. */
export function usePermittedColumns<C extends { id: string }>(columns: C[], endpoints: readonly Called[]): C[] {
  const may = useMay()
  return endpoints.some(({ permission }) => may(permission)) ? columns : columns.filter(({ id }) => id !== 'actions')
}
