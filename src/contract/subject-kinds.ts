/** What items of jobs are about; each has a page. */
export const subjectKinds = [
  'device',
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
] as const
export type SubjectKind = (typeof subjectKinds)[number]
