import type { RouteObject } from 'react-router'
import { belowDevices } from '#pages/devices/device-routes.ts'
import { listRoute } from '#pages/devices/list-route.ts'

/** The list and what is below it, as the console puts them together. */
export const deviceRoutes: RouteObject = { ...listRoute, children: [...listRoute.children, ...belowDevices] }
