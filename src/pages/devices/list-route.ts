import type { RouteObject } from 'react-router'
import { paths } from '#paths.ts'
import * as Devices from './list/Devices.tsx'

/** The device list is part of the initial bundle; the pages below it are loaded on demand (`device-routes.ts`). */
export const listRoute = {
  id: 'devices',
  path: paths.devices,
  handle: { crumb: 'Devices' },
  children: [{ index: true, loader: Devices.loader, Component: Devices.Component }],
} satisfies RouteObject
