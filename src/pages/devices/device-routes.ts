import type { RouteObject } from 'react-router'
import { paths } from '#paths.ts'

/** Routes of a list and of its items, with their breadcrumbs. */
const area = (
  crumb: string,
  path: string,
  lazyList: RouteObject['lazy'],
  lazyOne: RouteObject['lazy'],
): RouteObject => ({
  path,
  handle: { crumb },
  children: [
    { index: true, lazy: lazyList },
    { path: ':id', lazy: lazyOne },
  ],
})

/** Lazily loaded routes below the list. */
export const belowDevices: RouteObject[] = [
  { path: paths.bulk, lazy: () => import('./bulk/Bulk.tsx') },
  { path: paths.compareDevices, lazy: () => import('./compare/Compare.tsx') },
  { path: paths.securityCheck, lazy: () => import('./security-check/SecurityCheck.tsx') },
  { path: paths.deviceQuery, lazy: () => import('./query/DeviceQuery.tsx') },
  area(
    'Groups',
    paths.groups,
    () => import('./groups/Groups.tsx'),
    () => import('./groups/Group.tsx'),
  ),
  area(
    'Profiles',
    paths.profiles,
    () => import('./profiles/Profiles.tsx'),
    () => import('./profiles/Profile.tsx'),
  ),
  area(
    'Apps',
    paths.apps,
    () => import('./apps/Apps.tsx'),
    () => import('./apps/App.tsx'),
  ),
  { path: paths.users, lazy: () => import('./users/Users.tsx') },
  {
    path: ':device_id',
    lazy: () => import('./device/Device.tsx'),
    children: [
      { index: true, lazy: () => import('./device/overview/DeviceOverview.tsx') },
      { path: 'restrictions', lazy: () => import('./device/restrictions/DeviceRestrictions.tsx') },
      { path: 'commands', lazy: () => import('./device/commands/DeviceCommands.tsx') },
      { path: 'certificates', lazy: () => import('./device/certificates/DeviceCertificates.tsx') },
      { path: 'apps', lazy: () => import('./device/apps/DeviceApps.tsx') },
      { path: 'profiles', lazy: () => import('./device/profiles/DeviceProfiles.tsx') },
      { path: 'security', lazy: () => import('./device/security/DeviceSecurity.tsx') },
      { path: 'activity', lazy: () => import('./device/DeviceActivity.tsx') },
      { path: 'location', lazy: () => import('./device/location/DeviceLocation.tsx') },
    ],
  },
]
