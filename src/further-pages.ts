import { redirect, type RouteObject } from 'react-router'
import { paths } from '#paths.ts'
// Some of them have lists that are sorted in the browser.
import '#ui/table/RowsHere.tsx'
import { certificateRoutes } from '#pages/certificates/certificate-routes.ts'
import { desktopRoutes } from '#pages/desktops/desktop-routes.ts'
import { belowDevices } from '#pages/devices/device-routes.ts'
import { discoveryRoutes } from '#pages/discovery/discovery-routes.ts'
import { jobRoutes } from '#pages/jobs/job-routes.ts'
import { overviewRoutes } from '#pages/overview/overview-routes.ts'
import { requestRoutes } from '#pages/requests/request-routes.ts'
import { sshKeyRoutes } from '#pages/ssh-keys/ssh-key-routes.ts'
import { vaultRoutes } from '#pages/vault/vault-routes.ts'

const settings: RouteObject = {
  path: paths.settings,
  handle: { crumb: 'Settings' },
  lazy: () => import('#pages/settings/Settings.tsx'),
  children: [
    { index: true, loader: () => redirect(paths.connections) },
    { path: paths.connections, lazy: () => import('#pages/settings/connections/Connections.tsx') },
    { path: paths.apiKeys, lazy: () => import('#pages/settings/api-keys/ApiKeys.tsx') },
    { path: paths.accounts, lazy: () => import('#pages/settings/accounts/Accounts.tsx') },
    { path: paths.approvalRules, lazy: () => import('#pages/settings/approvals/ApprovalRules.tsx') },
    { path: paths.notifications, lazy: () => import('#pages/settings/notifications/Notifications.tsx') },
    { path: paths.notes, lazy: () => import('#pages/settings/notes/Notes.tsx') },
    { path: paths.account, lazy: () => import('#pages/settings/account/Account.tsx') },
    { path: paths.about, lazy: () => import('#pages/settings/about/About.tsx') },
  ],
}

/** All pages beside and below the list of devices, each loaded when somebody goes there. */
export const furtherPages: Record<'beside' | 'below', RouteObject[]> = {
  below: belowDevices,
  beside: [
    overviewRoutes,
    desktopRoutes,
    {
      path: '/people/:name',
      lazy: () => import('#pages/people/Person.tsx'),
      children: [{ path: 'activity', lazy: () => import('#pages/people/PersonActivity.tsx') }],
    },
    certificateRoutes,
    requestRoutes,
    sshKeyRoutes,
    vaultRoutes,
    discoveryRoutes,
    jobRoutes,
    { path: paths.views, handle: { crumb: 'Views' }, lazy: () => import('#pages/views/Views.tsx') },
    { path: paths.audit, lazy: () => import('#pages/audit/Audit.tsx') },
    settings,
    { path: paths.diagnostics, lazy: () => import('#pages/diagnostics/Diagnostics.tsx') },
    { path: paths.reference, lazy: () => import('#pages/reference/Reference.tsx') },
    { path: paths.conventions, lazy: () => import('#pages/reference/Conventions.tsx') },
    { path: paths.queryLanguage, lazy: () => import('#pages/reference/QueryLanguage.tsx') },
  ],
}
