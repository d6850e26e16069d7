import { Suspense } from 'react'
import { createBrowserRouter, Outlet, redirect, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { afterFirstPage } from '#api/first-page.ts'
import { startRecovery } from '#api/recovery.ts'
import { siteBase } from '#api/site.ts'
import { startWireLog } from '#api/wire-log.ts'
import { certificateRoutes } from '#pages/certificates/certificate-routes.ts'
import { desktopRoutes } from '#pages/desktops/desktop-routes.ts'
import { deviceRoutes } from '#pages/devices/device-routes.ts'
import { discoveryRoutes } from '#pages/discovery/discovery-routes.ts'
import { overviewRoutes } from '#pages/overview/overview-routes.ts'
import { jobRoutes } from '#pages/jobs/job-routes.ts'
import { requestRoutes } from '#pages/requests/request-routes.ts'
import { ErrorPage, FramelessErrorPage } from '#pages/shell/ErrorPage.tsx'
import { NotFound } from '#pages/shell/NotFound.tsx'
import { Shell } from '#pages/shell/Shell.tsx'
import { requireSession } from '#pages/sign-in/require-session.ts'
import { Session } from '#pages/sign-in/Session.tsx'
import { sshKeyRoutes } from '#pages/ssh-keys/ssh-key-routes.ts'
import { vaultRoutes } from '#pages/vault/vault-routes.ts'
import { paths } from '#paths.ts'
import { Splash } from '#ui/feedback/Splash.tsx'
import { Tips } from '#ui/feedback/Tips.tsx'

const KeyExpiry = afterFirstPage(async () => (await import('#pages/settings/api-keys/KeyExpiry.tsx')).KeyExpiry)

/** A page, below what its reader has to know wherever they are. */
function Pages() {
  return (
    <>
      <Suspense>
        <KeyExpiry />
      </Suspense>
      <Outlet />
    </>
  )
}

const settings: RouteObject = {
  path: paths.settings,
  handle: { crumb: 'Settings' },
  lazy: () => import('#pages/settings/Settings.tsx'),
  children: [
    { index: true, loader: () => redirect(paths.connections) },
    { path: paths.connections, lazy: () => import('#pages/settings/connections/Connections.tsx') },
    { path: paths.apiKeys, lazy: () => import('#pages/settings/api-keys/ApiKeys.tsx') },
    { path: paths.accounts, lazy: () => import('#pages/settings/accounts/Accounts.tsx') },
    { path: paths.notifications, lazy: () => import('#pages/settings/notifications/Notifications.tsx') },
    { path: paths.account, lazy: () => import('#pages/settings/account/Account.tsx') },
    { path: paths.about, lazy: () => import('#pages/settings/about/About.tsx') },
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
      { path: paths.setUp, lazy: () => import('#pages/set-up/SetUp.tsx') },
      { path: paths.health, lazy: () => import('#pages/settings/health/Health.tsx') },
      {
        middleware: [requireSession],
        Component: Session,
        children: [
          {
            Component: Shell,
            children: [
              {
                ErrorBoundary: ErrorPage,
                Component: Pages,
                children: [
                  { path: paths.home, loader: () => redirect(paths.overview) },
                  overviewRoutes,
                  desktopRoutes,
                  deviceRoutes,
                  { path: '/people/:name', lazy: () => import('#pages/people/Person.tsx') },
                  certificateRoutes,
                  requestRoutes,
                  sshKeyRoutes,
                  vaultRoutes,
                  discoveryRoutes,
                  jobRoutes,
                  { path: paths.audit, lazy: () => import('#pages/audit/Audit.tsx') },
                  settings,
                  { path: paths.diagnostics, lazy: () => import('#pages/diagnostics/Diagnostics.tsx') },
                  { path: paths.reference, lazy: () => import('#pages/reference/Reference.tsx') },
                  { path: paths.conventions, lazy: () => import('#pages/reference/Conventions.tsx') },
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

/** Nothing starts by loading this module: parts of the sign-in page may share its file. */
export function startConsole() {
  startWireLog()
  startRecovery()
  const router = createBrowserRouter(routes, { basename: siteBase || '/' })
  return (
    <>
      <RouterProvider router={router} />
      <Tips />
    </>
  )
}
