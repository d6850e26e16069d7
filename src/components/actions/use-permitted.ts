import { useMay } from '#api/may.ts'
import type { Called } from './ForPermitted.tsx'

/** Returns the value if the user has at least one of the permissions, such as an explanation of the actions. */
export function usePermitted<T>(value: T, endpoints: readonly Called[]): T | undefined {
  const may = useMay()
  return endpoints.some(({ permission }) => may(permission)) ? value : undefined
}
