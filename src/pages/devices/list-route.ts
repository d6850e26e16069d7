import type { RouteObject } from 'react-router'
import { paths } from '#paths.ts'
import * as Devices from './list/Devices.tsx'

/** The list of devices comes with the frame; the pages below it when somebody goes there (`device-routes.ts`). */
export const listRoute = {
  id: 'devices',
  path: paths.devices,
  handle: { crumb: 'Devices' },
  children: [{ index: true, loader: Devices.loader, Component: Devices.Component }],
} satisfies RouteObject
