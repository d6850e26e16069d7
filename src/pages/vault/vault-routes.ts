import type { RouteObject } from 'react-router'
import { paths } from '#paths.ts'

/** Lazily loaded routes of this area. */
export const vaultRoutes: RouteObject = {
  path: paths.vault,
  handle: { crumb: 'Key vault' },
  children: [{ index: true, lazy: () => import('./Vault.tsx') }],
}
