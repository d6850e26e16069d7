/** What items of jobs are about; each has a page. */
export const subjectKinds = ['device', 'computer', 'host', 'tls-host', 'ssh-key', 'certificate'] as const
export type SubjectKind = (typeof subjectKinds)[number]
