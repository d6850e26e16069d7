import type { RouteObject } from 'react-router'
import { paths } from '#paths.ts'

/** The pages of this area, each loaded when somebody goes there. */
export const sshKeyRoutes: RouteObject = {
  path: paths.sshKeys,
  handle: { crumb: 'SSH keys' },
  children: [{ index: true, lazy: () => import('./SshKeys.tsx') }],
}
