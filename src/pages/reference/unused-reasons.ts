const inTheRecord = 'Part of the device record, which pages read as a whole (mdm.getDevice)'
const inTheList = (id: string) => `${id} returns the same fields`

/** Why no page uses certain operations. */
export const reasonsForNoPage: Readonly<Record<string, string>> = {
  'desktop.listScanComputers': 'Jobs that scan computers read their outcome from it (desktop.scanComputers)',
  'keys.discoverRange': 'A discovery is a job, which sends hosts and ranges as lists (keys.discoverFromFile)',
  'keys.forgetHostKey': 'Pages accept the new keys of a host instead, by keys.replaceHostKeys',
  'console.readAnnotations': 'Pages list them with the things that have any (console.listAnnotations)',
  'console.readQueriedDevices': 'The console reads the results of actions and schedules by it (console.selectDevices)',
  'console.readQueriedComputers':
    'The console reads the results of actions and schedules by it (console.planAgentAction)',
  'mdm.getDeviceSummary': inTheRecord,
  'mdm.getDeviceCertificates': inTheRecord,
  'mdm.getDeviceRestrictions': inTheRecord,
  'mdm.getDevicePollTime': inTheRecord,
  'mdm.getDeviceScan': 'The command history contains scans (mdm.listDeviceCommands)',
  'mdm.deleteProfiles': 'Deletes all or none; a job deletes each by itself (mdm.deleteProfile)',
  'mdm.getUser': inTheList('mdm.listUsers'),
  'keys.listAssociatedUsers': 'console.findSshUsers combines it with the users that were found on hosts',
  'keys.listDeployments': 'console.findCertificates combines it with the certificates',
  'keys.listCertificateExpiry': 'keys.listCertificates has the same dates',
  'keys.listAudit': 'console.listAudit combines it with the audit of the console',
}
