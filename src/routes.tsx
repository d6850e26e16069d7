import { createBrowserRouter, redirect, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import * as Devices from '#pages/devices/Devices.tsx'
import { ErrorPage, FramelessErrorPage } from '#pages/shell/ErrorPage.tsx'
import { NotFound } from '#pages/shell/NotFound.tsx'
import { Shell } from '#pages/shell/Shell.tsx'
import { requireSession } from '#pages/sign-in/require-session.ts'
import { Session } from '#pages/sign-in/Session.tsx'
import { paths } from '#paths.ts'
import { Splash } from '#ui/Splash.tsx'

const devices: RouteObject = {
  path: paths.devices,
  handle: { crumb: 'Devices' },
  children: [
    { index: true, loader: Devices.loader, Component: Devices.Component },
    {
      path: ':device_id',
      lazy: () => import('#pages/devices/Device.tsx'),
      children: [
        { index: true, lazy: () => import('#pages/devices/DeviceOverview.tsx') },
        { path: 'restrictions', lazy: () => import('#pages/devices/DeviceRestrictions.tsx') },
        { path: 'commands', lazy: () => import('#pages/devices/DeviceCommands.tsx') },
        { path: 'certificates', lazy: () => import('#pages/devices/DeviceCertificates.tsx') },
      ],
    },
  ],
}

const settings: RouteObject = {
  path: paths.settings,
  handle: { crumb: 'Settings' },
  lazy: () => import('#pages/settings/Settings.tsx'),
  children: [
    { index: true, loader: () => redirect(paths.connections) },
    { path: paths.connections, lazy: () => import('#pages/settings/Connections.tsx') },
    { path: paths.apiKeys, lazy: () => import('#pages/settings/ApiKeys.tsx') },
    { path: paths.account, lazy: () => import('#pages/settings/Account.tsx') },
    { path: paths.about, lazy: () => import('#pages/settings/About.tsx') },
  ],
}

/**
 * The first page comes with the frame, the others when somebody goes there. An error shows inside the frame, so that there is always a way on.
 */
const routes: RouteObject[] = [
  {
    HydrateFallback: Splash,
    ErrorBoundary: FramelessErrorPage,
    children: [
      {
        middleware: [requireSession],
        Component: Session,
        children: [
          {
            Component: Shell,
            children: [
              {
                ErrorBoundary: ErrorPage,
                children: [
                  { path: paths.home, loader: () => redirect(paths.devices) },
                  devices,
                  { path: paths.audit, lazy: () => import('#pages/audit/Audit.tsx') },
                  settings,
                  { path: paths.reference, lazy: () => import('#pages/reference/Reference.tsx') },
                  { path: '*', Component: NotFound },
                ],
              },
            ],
          },
        ],
      },
    ],
  },
]

const router = createBrowserRouter(routes)

export function Console() {
  return <RouterProvider router={router} />
}
