import type { RouteObject } from 'react-router'
import { paths } from '#paths.ts'

/** Lazily loaded routes of this area. */
export const overviewRoutes: RouteObject = {
  path: paths.overview,
  handle: { crumb: 'Overview' },
  children: [{ index: true, lazy: () => import('./Overview.tsx') }],
}
