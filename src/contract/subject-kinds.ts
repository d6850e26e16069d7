/** What items of jobs are about; each has a page, but for a call that was held as it came. */
export const subjectKinds = [
  'device',
  'device-check',
  'profile',
  'computer',
  'host',
  'tls-host',
  'ssh-key',
  'ssh-account',
  'certificate',
  'ca-certificate',
  'request',
  'certificate-server',
  'vault-key',
  'list',
  'backup',
  'call',
] as const
export type SubjectKind = (typeof subjectKinds)[number]
