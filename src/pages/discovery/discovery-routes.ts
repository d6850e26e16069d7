import type { RouteObject } from 'react-router'
import { paths } from '#paths.ts'

/** The pages of this area, each loaded when somebody goes there. */
export const discoveryRoutes: RouteObject = {
  path: paths.discovery,
  handle: { crumb: 'Discovery' },
  lazy: () => import('./Discovery.tsx'),
  children: [
    { index: true, lazy: () => import('./Hosts.tsx') },
    { path: paths.unmanaged, lazy: () => import('./KeyStores.tsx') },
  ],
}
