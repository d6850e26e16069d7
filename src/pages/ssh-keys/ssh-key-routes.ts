import type { RouteObject } from 'react-router'
import { paths } from '#paths.ts'

/** Lazily loaded routes of this area. */
export const sshKeyRoutes: RouteObject = {
  path: paths.sshKeys,
  handle: { crumb: 'SSH keys' },
  children: [
    { index: true, lazy: () => import('./keys/SshKeys.tsx') },
    { path: paths.newSshKey, lazy: () => import('./keys/NewSshKey.tsx') },
    { path: paths.importSshKey, lazy: () => import('./keys/ImportSshKey.tsx') },
    {
      path: '/ssh-keys/keys/:name',
      lazy: () => import('./key/SshKey.tsx'),
      children: [{ path: 'activity', lazy: () => import('./key/KeyActivity.tsx') }],
    },
    { path: '/ssh-keys/keys/:name/associate', lazy: () => import('./bulk/AssociateSeveral.tsx') },
    { path: '/ssh-keys/keys/:name/dissociate', lazy: () => import('./bulk/DissociateSeveral.tsx') },
    { path: '/ssh-keys/keys/:name/rotate', lazy: () => import('./rotation/Rotate.tsx') },
    { path: paths.sshAccess, lazy: () => import('./access/Access.tsx') },
    { path: paths.sshHosts, lazy: () => import('./hosts/Hosts.tsx') },
    {
      path: '/ssh-keys/hosts/:name',
      lazy: () => import('./hosts/Host.tsx'),
      children: [{ path: 'activity', lazy: () => import('./hosts/HostActivity.tsx') }],
    },
    { path: paths.pgpKeys, lazy: () => import('./pgp/PgpKeys.tsx') },
  ],
}
