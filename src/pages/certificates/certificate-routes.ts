import type { RouteObject } from 'react-router'
import { paths } from '#paths.ts'

/** The pages of this area, each loaded when somebody goes there. */
export const certificateRoutes: RouteObject = {
  path: paths.certificates,
  handle: { crumb: 'Certificates' },
  children: [
    { index: true, lazy: () => import('./Certificates.tsx') },
    { path: paths.importCertificate, lazy: () => import('./import/Import.tsx') },
    { path: paths.certificatesIssued, lazy: () => import('./issued/Issued.tsx') },
    { path: paths.certificateServers, lazy: () => import('./servers/Servers.tsx') },
    { path: paths.certificateExpiry, lazy: () => import('./Expiry.tsx') },
    { path: 'inventory/:id', lazy: () => import('./Certificate.tsx') },
  ],
}
