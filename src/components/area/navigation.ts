import { paths } from '#paths.ts'

/** Main navigation: one entry per area. */
export const navigation = [
  { label: 'Overview', to: paths.overview, icon: 'overview' },
  { label: 'Desktops', to: paths.desktops, icon: 'desktops' },
  { label: 'Devices', to: paths.devices, icon: 'devices' },
  { label: 'Certificates', to: paths.certificates, icon: 'certificates' },
  { label: 'Requests', to: paths.requests, icon: 'requests' },
  { label: 'SSH keys', to: paths.sshKeys, icon: 'sshKeys' },
  { label: 'Key vault', to: paths.vault, icon: 'vault' },
  { label: 'Discovery', to: paths.discovery, icon: 'discovery' },
  { label: 'Audit', to: paths.audit, icon: 'audit' },
  { label: 'Settings', to: paths.settings, icon: 'settings' },
] as const
