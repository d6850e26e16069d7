import type { Called } from './ForPermitted.tsx'
import { usePermitted } from './use-permitted.ts'

/** Removes the actions column if the user has none of the permissions. */
export function usePermittedColumns<C extends { id: string }>(columns: C[], endpoints: readonly Called[]): C[] {
  return usePermitted(columns, endpoints) ?? columns.filter(({ id }) => id !== 'actions')
}
