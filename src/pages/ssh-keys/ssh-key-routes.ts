import type { RouteObject } from 'react-router'
import { paths } from '#paths.ts'

/** The pages of this area, each loaded when somebody goes there. */
export const sshKeyRoutes: RouteObject = {
  path: paths.sshKeys,
  handle: { crumb: 'SSH keys' },
  children: [
    { index: true, lazy: () => import('./SshKeys.tsx') },
    { path: paths.newSshKey, lazy: () => import('./NewSshKey.tsx') },
    { path: paths.importSshKey, lazy: () => import('./ImportSshKey.tsx') },
    { path: '/ssh-keys/keys/:name', lazy: () => import('./SshKey.tsx') },
    { path: '/ssh-keys/keys/:name/associate', lazy: () => import('./several/AssociateSeveral.tsx') },
    { path: '/ssh-keys/keys/:name/dissociate', lazy: () => import('./several/DissociateSeveral.tsx') },
    { path: '/ssh-keys/keys/:name/rotate', lazy: () => import('./rotation/Rotate.tsx') },
    { path: paths.sshAccess, lazy: () => import('./Access.tsx') },
    { path: paths.sshHosts, lazy: () => import('./hosts/Hosts.tsx') },
    { path: '/ssh-keys/hosts/:name', lazy: () => import('./hosts/Host.tsx') },
    { path: paths.pgpKeys, lazy: () => import('./PgpKeys.tsx') },
  ],
}
