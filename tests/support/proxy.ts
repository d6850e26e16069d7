// The proxy on a real port, over a real database file, before servers that a test controls.
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Agent, request } from 'undici'
import { type ConfiguredDialect, defaultDialect } from '#contract/dialect.ts'
import type { JsonObject } from '#contract/json.ts'
import { paths } from '#paths.ts'
import { openDatabase } from '#platform/database/open.ts'
import type { SiteSettings } from '#platform/upstream/sites.ts'
import type { Assets } from '#proxy/http/assets.ts'
import type { Published } from '#proxy/published/published-services.ts'
import type { ProxyTables } from '#proxy/tables.ts'
import { listen, requestListener } from '#server/listen.ts'
import { migrations, ownMigrations } from '#server/migrations.ts'
import { originsOf } from '#server/origins.ts'
import { startConsole } from '#server/start-console.ts'
import type { BackUp } from '#services/console/backups/backup-handlers.ts'
import type { MailTransport } from '#services/mail/mail-transport.ts'
import type { FleetPace } from '#services/console/fleet/walks/fleet-walk.ts'
import type { Pace } from '#services/console/jobs/turn.ts'
import type { ScheduleClock } from '#services/console/schedules/open-schedules.ts'
import type { TrendPace } from '#services/console/trend/trend-runner.ts'
import type { ConsoleTables } from '#services/console/tables.ts'
import { type Answer, json, startUpstream } from './upstream.ts'

/** What must never be seen outside the proxy: each is unlike any other text. */
export const secret = {
  password: 'canary-password-7Kq2',
  token: '5b1f3c8e-canary-token-9d40',
  apiKey: 'canary-api-key-Zx81',
  otp: '48151623',
  uid: 'canary-uid-3e77',
}

interface Options {
  dialect?: Partial<ConfiguredDialect>
  deadlines?: Record<string, number>
  assets?: Assets
  /** MDM gets the token of whoever is signed in, instead of the console's own key. */
  ownToken?: boolean
  /** With this the console asks MDM for itself. */
  background?: string
  /** With this it asks desktop management. */
  desktopBackground?: string
  /** Key management does. */
  ownTokenForKeys?: boolean
  /** Of desktop management. */
  edition?: 'cloud'
  /** Where desktop management really is, instead of the server of the tests. */
  desktopUrl?: URL
  /** These sites, before whatever servers they name, instead of the one of the tests. */
  sites?: readonly SiteSettings[] | undefined
  /** The address that browsers use, and what of embedded services is served below it. */
  publicUrl?: URL
  published?: Published
  /** PostgreSQL, instead of a file. */
  url?: string
  /** Where mobile device management really is, and its key, instead of the server of the tests. */
  realMdm?: { url: string; key: string }
  maxUploadBytes?: number
  /** Jobs run, as fast as this. */
  jobPace?: Partial<Pace>
  /** The index of the fleet is filled, as fast as this. */
  fleetPace?: Partial<FleetPace>
  /** The numbers of a day are taken, as soon as this. */
  trendPace?: Partial<TrendPace>
  /** The time of schedules, and how often they are looked at. */
  scheduleClock?: ScheduleClock
  /** How notices are sent. */
  mail?: MailTransport
  /** How a backup is written. */
  backUp?: BackUp
  /** Another process beside this one: on the same database and master key, before the same servers. */
  beside?: Proxy
}
export type Proxy = Awaited<ReturnType<typeof startProxy>>

const noAssets: Assets = { page: (nonce) => `<!doctype html><script nonce="${nonce}"></script>`, find: () => undefined }
/** What every call of the console itself carries. */
export const own = { 'content-type': 'application/json', 'x-triptych': '1' }

const startUpstreams = async () => ({
  desktop: await startUpstream(desktopAnswers),
  mdm: await startUpstream(mdmAnswers),
  keys: await startUpstream(keysAnswers),
})
type Base = Awaited<ReturnType<typeof startUpstreams>> & { folder: string; masterKey: Buffer; url?: string | undefined }
const newBase = async (url?: string): Promise<Base> => ({
  ...(await startUpstreams()),
  folder: await mkdtemp(join(tmpdir(), 'triptych-proxy-')),
  masterKey: randomBytes(32),
  url,
})

export async function startProxy({
  dialect,
  deadlines,
  assets = noAssets,
  ownToken,
  background,
  desktopBackground,
  ownTokenForKeys,
  desktopUrl,
  edition,
  sites,
  publicUrl,
  published,
  url,
  realMdm,
  maxUploadBytes,
  jobPace,
  fleetPace,
  trendPace,
  scheduleClock,
  mail,
  backUp,
  beside,
}: Options = {}) {
  const base: Base = beside?.base ?? (await newBase(url))
  const { folder, masterKey, desktop, mdm, keys } = base
  const tablesOf = jobPace || fleetPace || trendPace ? migrations : ownMigrations // processes agree on who runs jobs by a table of the services
  const database = await openDatabase({ url: base.url, folder, migrations: tablesOf })
  const tables = database.db.$extendTables<ProxyTables & ConsoleTables>()
  const log: string[] = []
  const listener = await listen('127.0.0.1', 0)
  const connection = { dialect: { ...defaultDialect, ...dialect }, deadlines }
  const proxy = startConsole({
    database: database.db,
    masterKey,
    sites: sites ?? [
      {
        name: 'test',
        title: 'Test',
        connections: {
          desktop: {
            ...connection,
            name: 'test-desktop',
            edition,
            baseUrl: desktopUrl ?? desktop.url,
            ...(desktopBackground !== undefined && { background: () => Promise.resolve(desktopBackground) }),
          },
          mdm: {
            ...connection,
            name: 'test-mdm',
            baseUrl: realMdm ? new URL(realMdm.url) : mdm.url,
            credential: ownToken ? undefined : () => Promise.resolve(realMdm?.key ?? secret.apiKey),
            ...(background !== undefined && { background: () => Promise.resolve(background) }),
          },
          keys: {
            ...connection,
            name: 'test-keys',
            baseUrl: keys.url,
            credential: ownTokenForKeys ? undefined : () => Promise.resolve(secret.apiKey),
          },
        },
      },
    ],
    published,
    places: paths,
    mail,
    backUp,
    jobPace,
    fleetPace,
    trendPace,
    scheduleClock,
    ...(maxUploadBytes !== undefined && { maxUploadBytes }),
    about: { version: '0.0.0', database: 'SQLite', startedAt: 0 },
    assets,
    origins: originsOf({ host: '127.0.0.1', publicUrl }, listener.port),
    log: (event, facts) => void log.push(JSON.stringify({ event, ...facts })),
    embedded: true,
    demo: true,
    notReady: () => Promise.resolve(undefined),
  })
  listener.serve(requestListener(proxy.app.fetch))

  const origin = `http://127.0.0.1:${listener.port}`
  const client = new Agent()
  /** Any request, with any headers. */
  const sendBy =
    (dispatcher: Agent) =>
    async (path: string, method: string, headers: Record<string, string> = {}, body?: string) => {
      const answer = await request(origin + path, { dispatcher, method, headers, body })
      const content = Buffer.from(await answer.body.arrayBuffer())
      const { statusCode: status, headers: answered } = answer
      return { status, headers: answered, bytes: content, text: content.toString() }
    }
  const send = sendBy(client)
  /** A call as the console makes it. `cookie` may be the answer of a sign-in. */
  const callBy =
    (agent: Agent) =>
    async (row: string, input: unknown = {}, cookie = '', headers: Record<string, string> = {}) => {
      const body = typeof input === 'string' ? input : JSON.stringify(input)
      const answer = await sendBy(agent)(`/api/${row}`, 'POST', { ...own, ...(cookie && { cookie }), ...headers }, body)
      const value = answer.text.startsWith('{') ? (JSON.parse(answer.text) as JsonObject) : {}
      return { ...answer, value, cookie: cookieIn(answer.headers['set-cookie']) }
    }
  const call = callBy(client)
  const agents = [client]
  /** The same from another address of this machine, as 127.0.0.5. */
  const callFrom = (localAddress: string) => {
    const agent = new Agent({ localAddress })
    agents.push(agent)
    return callBy(agent)
  }
  /** The same with files: the browser writes the boundaries. */
  const callWithFiles = (row: string, input: object, files: Record<string, File>, cookie = '') => {
    const form = new FormData()
    form.append('input', JSON.stringify(input))
    for (const [name, file] of Object.entries(files)) form.append(name, file)
    return sendForm(row, form, cookie)
  }
  const sendForm = async (row: string, form: FormData, cookie = '') => {
    const encoded = new Response(form)
    const body = Buffer.from(await encoded.arrayBuffer())
    const type = encoded.headers.get('content-type') ?? ''
    const headers = { 'x-triptych': '1', cookie, 'content-type': type }
    const answer = await request(`${origin}/api/${row}`, { dispatcher: client, method: 'POST', headers, body })
    const text = await answer.body.text()
    return { status: answer.statusCode, value: JSON.parse(text) as JsonObject }
  }
  const signIn = async (username = 'admin') => {
    const { cookie } = await call('session.signIn', { username, password: secret.password })
    return cookie
  }
  let closed: ReturnType<typeof proxy.close> | undefined
  const close = () => (closed ??= proxy.close())
  return {
    base,
    /** The console ends; its database and the servers stay. */
    close,
    origin,
    port: listener.port,
    server: listener.server,
    folder,
    tables,
    people: proxy.people,
    desktop,
    mdm,
    keys,
    log,
    send,
    call,
    callFrom,
    callWithFiles,
    sendForm,
    signIn,
    /** Signed in, and has just proved once more who it is: secrets and what cannot be undone are open. */
    signInConfirmed: async (username?: string) => {
      const { cookie } = await call('session.confirmIdentity', { password: secret.password }, await signIn(username))
      return cookie
    },
    /** Bytes on a socket of their own, and all that comes back. */
    raw: async (bytes: string) => {
      const socket = connect(listener.port, '127.0.0.1')
      socket.end(bytes)
      return text(socket)
    },
    /** Everything that is on the disk. */
    stored: async () => {
      const files = await readdir(folder)
      return Buffer.concat(await Promise.all(files.map((file) => readFile(join(folder, file))))).toString('latin1')
    },
    stop: async () => {
      await Promise.all(agents.map((agent) => agent.destroy()))
      await listener.stop()
      await close()
      if (!beside) await Promise.all([desktop.stop(), mdm.stop(), keys.stop()])
      await database.close()
      if (!beside) await rm(folder, { recursive: true, force: true })
    },
  }
}

const cookieIn = (header: string | string[] | undefined) => [header].flat()[0]?.split(';')[0] ?? ''

/** As the reference describes it: an account called otp has to give a code. */
export const desktopAnswers: Answer = ({ url, body }, response) => {
  const input = JSON.parse(body || '{}') as { username?: string; password?: string; uid?: string; otp?: string }
  if (url.endsWith('/discover')) return json(response, envelope('discover', { domains: ['EXAMPLE'] }))
  if (url.endsWith('/otpValidate')) {
    return input.otp === secret.otp && input.uid === secret.uid
      ? json(response, token('otp'))
      : refused(response, '10003')
  }
  if (url.endsWith('/desktop/account')) return json(response, { error_code: '10022' }, 404) // most servers have none
  if (!url.includes('/authentication')) return json(response, envelope('list', {}))
  if (Buffer.from(input.password ?? '', 'base64').toString() !== secret.password) return refused(response, '10001')
  return json(response, input.username === 'otp' ? otpStep : token(input.username ?? ''))
}
const refused = (response: Parameters<Answer>[1], error_code: string) =>
  json(response, { status: 'error', error_code, error_description: `refused ${secret.password}` }, 401)

const envelope = (message_type: string, result: object) => ({
  message_type,
  message_response: { [message_type]: result },
  message_version: '1.0',
  status: 'success',
})
/** What an account of the tests may read, the one called nobody apart. */
export const readable = ['Common', 'SOM', 'Inventory', 'MDM', 'KeyManagement'].map((module) => `${module}_Read`)
const administers: Record<string, string[]> = {
  admin: ['KeyManagement_Admin'],
  chief: readable.map((permission) => permission.replace('_Read', '_Admin')),
}
/** Each name is another account. */
const numberOf = (name: string) => Number.parseInt(Buffer.from(name.slice(0, 6)).toString('hex'), 16)
/** What signs somebody in. */
export const token = (user_name: string, auth_token = secret.token) =>
  envelope('authentication', {
    user_permissions: {
      read: user_name === 'nobody' ? [] : readable,
      write: user_name === 'writer' ? ['MDM_Write', 'KeyManagement_Write'] : [],
      admin: administers[user_name] ?? [],
    },
    user_data: {
      user_id: numberOf(user_name),
      user_name,
      auth_type: 'Local Authentication',
      email: '',
      phone_number: null,
    },
    auth_data: { auth_token },
    two_factor_data: { is_TwoFactor_Enabled: false, OTP_Validation_Required: false },
  })
const otpStep = envelope('authentication', {
  two_factor_data: {
    unique_userID: secret.uid,
    is_TwoFactor_Enabled: true,
    message: 'Mail has been sent',
    remember_token_days: 30,
    OTP_Validation_Required: true,
  },
})

const keysAnswers: Answer = (_request, response) =>
  json(response, { name: 'test', result: { status: 'Success', message: 'Done' }, details: [], totalRows: 0 })

const mdmAnswers: Answer = (_request, response) => json(response, '{"devices":[{"device_id":9007199254741001}]}')
