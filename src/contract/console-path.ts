/** Console addresses used outside the pages. `paths.ts` holds the complete table. */
export const consolePath = {
  home: '/',
  devices: '/devices',
  desktops: '/desktops',
  certificates: '/certificates',
  requests: '/requests',
  sshKeys: '/ssh-keys',
  signIn: '/sign-in',
  connections: '/settings/connections',
  approvals: '/jobs/approvals',
  apiKeys: '/settings/api-keys',
  vault: '/vault',
} as const
