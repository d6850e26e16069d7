/** Every address of the console, in one table. An id is data: whatever it holds, it stays one segment. */
export const paths = {
  home: '/',
  signIn: '/sign-in',
  devices: '/devices',
  device: (id: string) => `/devices/${encodeURIComponent(id)}`,
  deviceRestrictions: (id: string) => `${paths.device(id)}/restrictions`,
  deviceCommands: (id: string) => `${paths.device(id)}/commands`,
  deviceCertificates: (id: string) => `${paths.device(id)}/certificates`,
  audit: '/audit',
  settings: '/settings',
  connections: '/settings/connections',
  apiKeys: '/settings/api-keys',
  account: '/settings/account',
  about: '/settings/about',
  reference: '/reference',
} as const

/** The main navigation: one row per area, in the order of the day's work. */
export const navigation = [
  { label: 'Devices', to: paths.devices, icon: 'devices' },
  { label: 'Audit', to: paths.audit, icon: 'audit' },
  { label: 'Settings', to: paths.settings, icon: 'settings' },
] as const
