// The embedded services as they run in the product: own port, own folder, real database, called over HTTP.
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Dialect } from '#contract/dialect.ts'
import type { Input, Output, Endpoint } from '#contract/endpoint.ts'
import { fromResponse } from '#contract/http/http.ts'
import { toRequest } from '#contract/http/to-request.ts'
import type { WireRequest } from '#contract/http/wire-message.ts'
import { openDatabase } from '#platform/database/open.ts'
import type { Seed } from '#services/demo/devices/seed.ts'
import type { KeySettings, RunningKeyManagement } from '#services/keys/start-key-management.ts'
import type { MailServer } from '#services/mail/smtp-mail.ts'
import { issueKey } from '#services/mdm/api-keys.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import { migrations } from '#services/migrations.ts'
import { startServices } from '#services/services.ts'
import { tlsClient } from './keys/tls-client.ts'

type Options = {
  seed?: Seed
  url?: string
  demoPassword?: string
  demoApiKey?: string
  demoClient?: { id: string; secret: string } | undefined
  consoleClient?: { secret: string }
  callbacks?: string[]
  folder?: string
  alive?: boolean
  demo?: boolean
  firstAdmin?: { name: string; password: string }
  mailServer?: MailServer
  labPath?: string | undefined
  speaks?: Dialect
  maxUploadBytes?: number
  /** Key management runs only where it is asked for. */
  keys?: Partial<KeySettings>
}
export type Running = Awaited<ReturnType<typeof startRunning>>

export const masterKey = Buffer.alloc(32, 'a master key')
const networks = ['127.0.0.0/8', '::1']

export async function startRunning({ seed = 'empty', url, folder, keys, ...options }: Options = {}) {
  const ownFolder = folder ?? (await mkdtemp(join(tmpdir(), 'triptych-services-')))
  const password = options.demoPassword ?? randomUUID()
  const logged: string[] = []
  const log = (event: string, facts?: object) => void logged.push(JSON.stringify({ event, ...facts }))
  const database = await openDatabase({ url, folder: ownFolder, migrations })
  const services = await startServices({
    database,
    port: 0,
    seed,
    masterKey,
    alive: false,
    // The tests’ accounts are those of the demo, with any data.
    demo: true,
    labPath: '/lab',
    ...options,
    ...(keys && { keys: { port: 0, folder: ownFolder, networks, keyInUrl: true, ...keys } }),
    demoPassword: password,
    log,
  })
  const client = services.keys && tlsClient(services.keys.origin, await trusted(services.keys))

  let mdmKey: Promise<string> | undefined

  /** Any request, below the origin that both services share. */
  const ask = (path: string, init: RequestInit = {}) => fetch(services.mdm + path, init)

  return {
    ...services,
    lab: services.lab ?? '',
    database,
    folder: ownFolder,
    password,
    logged,
    ask,
    /** Of key management, where it runs: the console's own key is sent along. */
    keyClient: () => {
      if (!client) throw new Error('Start with keys: {}')
      return client
    },
    /** An API key of mobile-device-management. */
    mdmKey: () => (mdmKey ??= issueKey(database.db.$extendTables<DeviceTables>(), 'test')),
    /** A row, in the form the reference states. */
    async call<R extends Endpoint>(endpoint: R, input: Input<R>, authorization?: string): Promise<Output<R>> {
      const { target, method, headers, body, form } = toRequest(endpoint, input)
      const response = await ask(target, {
        method,
        body: form?.large ? formOf(form.large) : body,
        headers: { ...headers, ...(authorization && { authorization }) },
      })
      const answer = {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: await response.text(),
      }
      return fromResponse(endpoint, answer)
    },
    async stop({ keepFolder = false } = {}) {
      client?.close()
      await services.close()
      await database.close()
      if (!keepFolder) await rm(ownFolder, { recursive: true, force: true })
    },
  }
}

function formOf({ part, file: { name, content } }: NonNullable<NonNullable<WireRequest['form']>['large']>) {
  const form = new FormData()
  form.append(part, content as Blob, name)
  return form
}

const trusted = async ({ ca, key }: RunningKeyManagement) => ({ ca: await readFile(ca, 'utf8'), key: await key() })
