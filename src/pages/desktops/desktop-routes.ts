import type { RouteObject } from 'react-router'
import { paths } from '#paths.ts'

/** Lazily loaded routes of this area. */
export const desktopRoutes: RouteObject = {
  path: paths.desktops,
  handle: { crumb: 'Desktops' },
  children: [
    {
      lazy: () => import('./Desktops.tsx'),
      children: [
        { index: true, lazy: () => import('./computers/Computers.tsx') },
        { path: 'query', lazy: () => import('./query/ComputerQuery.tsx') },
        { path: 'summary', lazy: () => import('./summary/Summary.tsx') },
        { path: 'software', lazy: () => import('./software/Software.tsx') },
        { path: 'prohibited', lazy: () => import('./prohibited/Prohibited.tsx') },
        { path: 'hardware', lazy: () => import('./hardware/Hardware.tsx') },
        { path: 'licenses', lazy: () => import('./licenses/Licenses.tsx') },
        { path: 'agents', lazy: () => import('./agents/Agents.tsx') },
      ],
    },
    { path: 'hardware/:hardware_id', lazy: () => import('./hardware/HardwareHolders.tsx') },
    { path: 'software/:software_id', lazy: () => import('./software/SoftwareHolders.tsx') },
    {
      path: 'computers/:resource_id',
      lazy: () => import('./computer/Computer.tsx'),
      children: [
        { index: true, lazy: () => import('./computer/ComputerOverview.tsx') },
        { path: 'software', lazy: () => import('./computer/ComputerSoftware.tsx') },
        { path: 'activity', lazy: () => import('./computer/ComputerActivity.tsx') },
      ],
    },
  ],
}
