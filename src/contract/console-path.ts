/** Addresses of the console that others than its pages lead to. `paths.ts` holds all of them. */
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
