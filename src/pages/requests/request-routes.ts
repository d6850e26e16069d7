import type { RouteObject } from 'react-router'
import { paths } from '#paths.ts'

/** The pages of this area, each loaded when somebody goes there. */
export const requestRoutes: RouteObject = {
  path: paths.requests,
  handle: { crumb: 'Requests' },
  children: [{ index: true, lazy: () => import('./Requests.tsx') }],
}
