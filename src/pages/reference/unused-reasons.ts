const inTheRecord = 'Part of the device record, which pages read as a whole (mdm.getDevice)'
const inTheList = (id: string) => `${id} returns the same fields`

/** Why operations that a person may call are used by no page. */
export const reasonsForNoPage: Readonly<Record<string, string>> = {
  'desktop.listHardware': 'Hardware is shown for each computer (desktop.getComputerDetail)',
  'desktop.listProhibitedSoftware': inTheList('desktop.listSoftware'),
  'desktop.getServerProperties': 'Called by the console when it checks a connection',
  'mdm.getApiRoot': 'For programs: the console knows the paths',
  'mdm.getDeviceSummary': inTheRecord,
  'mdm.getDeviceCertificates': inTheRecord,
  'mdm.getDeviceRestrictions': inTheRecord,
  'mdm.getDevicePollTime': inTheRecord,
  'mdm.getDeviceScan': 'The command history contains scans (mdm.listDeviceCommands)',
  'mdm.deleteProfiles': 'Profiles are deleted one at a time (mdm.deleteProfile)',
  'mdm.getDeviceProfile': inTheList('mdm.listDeviceProfiles'),
  'mdm.createApp': 'For programs: the console distributes apps and does not add them',
  'mdm.getDeviceApp': inTheList('mdm.listDeviceApps'),
  'mdm.getUser': inTheList('mdm.listUsers'),
  'keys.listCertificateExpiry': 'keys.listCertificates has the same dates',
  'keys.listAudit': 'console.listAudit combines it with the audit of the console',
  'keys.getVaultStatus': 'For the operator of the server',
  'keys.unsealVault': 'For the operator of the server: a sealed vault is opened before pages can be used',
}
