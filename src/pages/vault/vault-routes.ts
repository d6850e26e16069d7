import type { RouteObject } from 'react-router'
import { paths } from '#paths.ts'

/** The pages of this area, each loaded when somebody goes there. */
export const vaultRoutes: RouteObject = {
  path: paths.vault,
  handle: { crumb: 'Key vault' },
  children: [{ index: true, lazy: () => import('./Vault.tsx') }],
}
