/** Connections of a site: servers, their health, and the credentials for them. */
import * as z from 'zod/mini'
import { endpoint, type ItemOutcome } from '#contract/endpoint.ts'
import type { ServiceName } from '#contract/problem.ts'
import { own } from '#contract/session.ts'

const nothing = z.object({})
const moment = z.int()
const connectionName = z.string().check(z.minLength(1), z.maxLength(100))
const mayChange = {
  ...own,
  permission: 'Common_Admin',
  changes: ['console.connection', 'console.health'],
} as const

export const editions = ['on-premises', 'cloud'] as const
const services = ['desktop', 'mdm', 'keys', 'identity'] as const

/** The console's own API key for a server. */
const keyState = z.object({
  /** From the connections file, or entered in the console later. */
  source: z.enum(['configuration', 'console']),
  /** When it was entered in this console; it may have been created earlier. */
  since: moment,
  expiresAt: z.optional(moment),
})
/** An OAuth grant that a user gave to the connection. */
const grantState = z.object({ connected: z.boolean(), by: z.optional(z.string()), since: z.optional(moment) })

export const connection = z.object({
  name: z.string(),
  service: z.enum(services),
  edition: z.enum(editions),
  baseUrl: z.string(),
  /** Differences from the references, as sentences: `Pages count from 1`. */
  dialect: z.array(z.string()),
  /** Parameters that are not sent to it. */
  omits: z.optional(z.array(z.string())),
  /** Which credential is used for it. */
  credential: z.enum(['the person', 'a key', 'a grant', 'none']),
  key: z.optional(keyState),
  grant: z.optional(grantState),
  /** Scopes that a grant needs, by the identity provider's names. */
  scopes: z.optional(z.array(z.string())),
})
export type ConnectionView = z.output<typeof connection>

/** Servers used with personal sign-ins or a grant accept an API key only if one exists already. */
type Opened = { service: ServiceName; edition: ConnectionView['edition']; hasKey: boolean }
export const takesKey = ({ service, edition, hasKey }: Opened) =>
  edition === 'on-premises' && (hasKey || service === 'mdm' || service === 'keys')

export const listConnections = endpoint({
  ...own,
  id: 'console.listConnections',
  summary: 'Servers of this site',
  path: '/api/console.listConnections',
  input: nothing,
  output: z.object({
    /** Whether the embedded services are used rather than a connections file. */
    embedded: z.boolean(),
    connections: z.array(connection),
  }),
  permission: 'signed-in',
  reads: ['console.connection'],
})

export const checks = [
  'address',
  'reach',
  'tls',
  'clock',
  'version',
  'credential',
  'scopes',
  'pages',
  'names',
  'answers',
] as const
/** `unknown`: not checked. */
export const levels = ['good', 'note', 'unknown', 'warning', 'bad'] as const

/** Subject, result and remedy of a check, as text. */
export const finding = z.object({
  check: z.enum(checks),
  level: z.enum(levels),
  title: z.string(),
  /** Names and addresses; omitted for callers who are not signed in. */
  detail: z.optional(z.string()),
  next: z.optional(z.string()),
})
export type Finding = z.output<typeof finding>

export const checkConnections = endpoint({
  ...own,
  id: 'console.checkConnections',
  summary: 'Check the health of every server of this site',
  path: '/api/console.checkConnections',
  input: nothing,
  output: z.object({
    checkedAt: moment,
    connections: z.array(
      z.object({
        name: z.string(),
        service: z.enum(services),
        /** The worst level of its findings. */
        level: z.enum(levels),
        milliseconds: z.optional(z.int()),
        findings: z.array(finding),
      }),
    ),
  }),
  // Also available without a session, since it explains failed sign-ins; then it contains no addresses.
  permission: 'anyone',
  reads: ['console.health'],
  timeoutSeconds: 30,
})

export const connectCloud = endpoint({
  ...mayChange,
  id: 'console.connectCloud',
  summary: 'Start to connect a cloud connection; returns the address of the consent page',
  target: ['connection'],
  path: '/api/console.connectCloud',
  input: z.object({ connection: connectionName }),
  output: z.object({ address: z.string() }),
})

export const connectSelfClient = endpoint({
  ...mayChange,
  id: 'console.connectSelfClient',
  summary: 'Connect a cloud connection with a self-client code',
  target: ['connection'],
  path: '/api/console.connectSelfClient',
  input: z.object({
    connection: connectionName,
    code: z.string().check(z.trim(), z.minLength(1, 'Enter the code of the self-client'), z.maxLength(512)),
  }),
  output: nothing,
})

export const disconnectCloud = endpoint({
  ...mayChange,
  id: 'console.disconnectCloud',
  summary: 'Revoke the access of a cloud connection here and at the identity provider',
  target: ['connection'],
  path: '/api/console.disconnectCloud',
  input: z.object({ connection: connectionName }),
  /** False if the identity provider could not be reached yet; revocation is retried until it succeeds. */
  output: z.object({ revoked: z.boolean() }),
  danger: true,
})

export const replaceKey = endpoint({
  ...mayChange,
  id: 'console.replaceKey',
  summary: 'Test and activate a new API key of a connection without a restart',
  target: ['connection'],
  path: '/api/console.replaceKey',
  input: z.object({
    connection: connectionName,
    key: z.string().check(z.trim(), z.regex(/^[\x21-\x7e]{8,512}$/, 'A key has 8 to 512 visible ASCII characters')),
    /** Creation time at the server, if known; the key's six months count from it. */
    madeAt: z.optional(moment),
  }),
  output: z.object({
    /** Whether the server still accepts the old key, which should be revoked there. */
    oldKey: z.enum(['refused', 'still taken', 'not known']),
  }),
  danger: true,
})

export const forgetKey = endpoint({
  ...mayChange,
  id: 'console.forgetKey',
  summary: 'Revert to the key of the connections file',
  target: ['connection'],
  path: '/api/console.forgetKey',
  input: z.object({ connection: connectionName }),
  output: nothing,
  danger: true,
})

export const getAbout = endpoint({
  ...own,
  id: 'console.getAbout',
  summary: 'Version and runtime of the console',
  path: '/api/console.getAbout',
  input: nothing,
  output: z.object({
    version: z.string(),
    node: z.string(),
    database: z.string(),
    startedAt: moment,
    embedded: z.boolean(),
    /** Whether a backup folder is configured. */
    backups: z.boolean(),
  }),
  permission: 'signed-in',
})

/** Subject of the single item of a backup job. */
export const backupSubject = 'backup'
export const noBackupFolder = 'The server has no folder for backups. Its operator sets TRIPTYCH_BACKUP_DIR.'

const megabyte = 1024 * 1024
const writtenBackup = z.object({ file: z.string(), bytes: z.int() })
const toldOfBackup = ({ file, bytes }: z.output<typeof writtenBackup>): ItemOutcome => ({
  outcome: 'done',
  remark: `${file}, ${(bytes / megabyte).toLocaleString('en', { maximumFractionDigits: 1, minimumFractionDigits: 1 })} MiB`,
  evidence: file,
})

export const backUp = endpoint({
  ...own,
  id: 'console.backUp',
  summary: 'Write a backup into the backup folder of the server',
  path: '/api/console.backUp',
  input: z.object({}),
  output: writtenBackup,
  permission: 'Common_Admin',
  changes: ['console.job'],
  job: {
    kind: 'backup',
    // An extra backup does no harm.
    isRepeatable: true,
    answered: (output: z.output<typeof writtenBackup>, subjects) =>
      new Map(subjects.map((one) => [one, toldOfBackup(output)])),
  },
  assumes: [
    'The folder and the number of backups that are kept are settings of the server: TRIPTYCH_BACKUP_DIR and TRIPTYCH_BACKUP_KEEP',
    'The master key is not included, as with npm run backup',
  ],
})

export const connections = {
  listConnections,
  checkConnections,
  connectCloud,
  connectSelfClient,
  disconnectCloud,
  replaceKey,
  forgetKey,
  getAbout,
}
export const backups = { backUp }
