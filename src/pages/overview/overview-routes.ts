import type { RouteObject } from 'react-router'
import { paths } from '#paths.ts'

/** The pages of this area, each loaded when somebody goes there. */
export const overviewRoutes: RouteObject = {
  path: paths.overview,
  handle: { crumb: 'Overview' },
  children: [{ index: true, lazy: () => import('./Overview.tsx') }],
}
