/** Kinds of job item subjects. Each has a page, except for a call held for approval. */
export const subjectKinds = [
  'device',
  'device-check',
  'device-comparison',
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

/** Kinds whose failed items are results of a check, such as a host without a certificate, and not failures. */
export const checkedKinds: ReadonlySet<SubjectKind> = new Set<SubjectKind>([
  'device-check',
  'device-comparison',
  'tls-host',
])
