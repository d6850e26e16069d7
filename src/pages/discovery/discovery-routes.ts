import type { RouteObject } from 'react-router'
import { paths } from '#paths.ts'

/** Lazily loaded routes of this area. */
export const discoveryRoutes: RouteObject = {
  path: paths.discovery,
  handle: { crumb: 'Discovery' },
  children: [
    {
      lazy: () => import('./Discovery.tsx'),
      children: [
        { index: true, lazy: () => import('./Hosts.tsx') },
        { path: paths.tlsHosts, lazy: () => import('./health/HostHealth.tsx') },
        { path: paths.vulnerabilities, lazy: () => import('./vulnerabilities/Vulnerabilities.tsx') },
        { path: paths.unmanaged, lazy: () => import('./KeyStores.tsx') },
      ],
    },
    { path: `${paths.tlsHosts}/:place`, lazy: () => import('./host/Host.tsx') },
  ],
}
