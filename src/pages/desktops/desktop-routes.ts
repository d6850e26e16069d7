import type { RouteObject } from 'react-router'
import { paths } from '#paths.ts'

/** The pages of this area, each loaded when somebody goes there. */
export const desktopRoutes: RouteObject = {
  path: paths.desktops,
  handle: { crumb: 'Desktops' },
  children: [
    {
      lazy: () => import('./Desktops.tsx'),
      children: [
        { index: true, lazy: () => import('./Computers.tsx') },
        { path: 'summary', lazy: () => import('./Summary.tsx') },
        { path: 'software', lazy: () => import('./Software.tsx') },
        { path: 'licences', lazy: () => import('./Licences.tsx') },
        { path: 'agents', lazy: () => import('./Agents.tsx') },
      ],
    },
    { path: 'software/:software_id', lazy: () => import('./SoftwareHolders.tsx') },
    {
      path: 'computers/:resource_id',
      lazy: () => import('./Computer.tsx'),
      children: [
        { index: true, lazy: () => import('./ComputerOverview.tsx') },
        { path: 'software', lazy: () => import('./ComputerSoftware.tsx') },
      ],
    },
  ],
}
