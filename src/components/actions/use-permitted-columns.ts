import { useMay } from '#api/may.ts'
import type { Called } from './ForPermitted.tsx'

/** A table without its column of actions, where the person may do none of them. */
export function usePermittedColumns<C extends { id: string }>(columns: C[], endpoints: readonly Called[]): C[] {
  const may = useMay()
  return endpoints.some(({ permission }) => may(permission)) ? columns : columns.filter(({ id }) => id !== 'actions')
}
