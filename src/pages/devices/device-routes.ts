import type { RouteObject } from 'react-router'
import { paths } from '#paths.ts'
import * as Devices from './Devices.tsx'

/** The list comes with the frame; the other pages when somebody goes there. */
export const deviceRoutes: RouteObject = {
  path: paths.devices,
  handle: { crumb: 'Devices' },
  children: [
    { index: true, loader: Devices.loader, Component: Devices.Component },
    {
      path: ':device_id',
      lazy: () => import('./Device.tsx'),
      children: [
        { index: true, lazy: () => import('./DeviceOverview.tsx') },
        { path: 'restrictions', lazy: () => import('./DeviceRestrictions.tsx') },
        { path: 'commands', lazy: () => import('./DeviceCommands.tsx') },
        { path: 'certificates', lazy: () => import('./DeviceCertificates.tsx') },
      ],
    },
  ],
}
