import type { RouteObject } from 'react-router'
import { paths } from '#paths.ts'

/** The pages of this area, each loaded when somebody goes there. */
export const desktopRoutes: RouteObject = {
  path: paths.desktops,
  handle: { crumb: 'Desktops' },
  children: [{ index: true, lazy: () => import('./Computers.tsx') }],
}
