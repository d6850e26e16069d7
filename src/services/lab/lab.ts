import { Hono } from 'hono'
import type { Kysely } from 'kysely'
import { secondFactors } from '#contract/desktop/account.ts'
import { accountRoles } from '#contract/desktop/accounts.ts'
import { fastest, type WorldLab, worldSwitches } from '#services/demo/clock/world-switches.ts'
import { balancerFolder, balancerStores, sharedStores } from '#services/demo/keys/demo-stores.ts'
import type { DesktopTables } from '#services/desktop/tables.ts'
import type { RateLimit } from '#services/mdm/rate-limit.ts'
import { accountSwitches } from './account-switch.ts'
import { type Faults, faultSwitch, faultyServices } from './faults.ts'
import type { ShownHosts } from './hosts.ts'
import { bodyOf } from './json-body.ts'
import type { LabTables } from './lab-settings.ts'
import { limitSwitches } from './limit-switches.ts'
import { mailServerGuide, mailServerSwitch } from './mail-server.ts'

type Mailbox = { read(): Promise<unknown[]> }
type Parts = {
  mails: Mailbox
  faults: Faults
  world: WorldLab
  accounts: Kysely<DesktopTables>
  rateLimit: RateLimit
  settings: Kysely<LabTables>
  /** Lab hosts, run by any process. */
  hosts: () => Promise<ShownHosts | undefined>
}

/** The lab: mailbox, and controls for simulated events and faults. */
export function lab({ mails, faults, world, accounts, rateLimit, settings, hosts }: Parts) {
  const app = new Hono()

  app.get('/', async (context) => {
    const base = new URL(context.req.url)
    const guide = guideTo((name) => `${base.origin}${base.pathname.replace(/\/$/, '')}/${name}`)
    const running = await hosts()
    return context.json(running ? { ...guide, ...guideToHosts(running) } : guide)
  })

  app.get('/mailbox', async (context) => context.json(await mails.read()))

  app.get('/faults', async (context) => context.json({ faults: await faults.list() }))
  app.delete('/faults', async (context) => context.json({ faults: await faults.clear() }))
  app.post('/faults', async (context) => {
    const wanted = await bodyOf(context, faultSwitch)
    if (wanted instanceof Response) return wanted
    return context.json({ faults: await faults.add(wanted) }, 201)
  })

  app.route('/', worldSwitches(world))
  app.route('/', accountSwitches(accounts))
  app.route('/', mailServerSwitch(settings))
  app.route('/', limitSwitches({ db: world.db, rate: rateLimit }))
  return app
}

/** Hosts for practice. Their password is that of the demo accounts, so it is not included. */
const guideToHosts = ({ ssh, tls, web }: ShownHosts) => ({
  ssh_hosts: { hosts: ssh, password: 'that of the demo accounts on the first run' },
  tls_hosts: { hosts: tls, discover: 'sslCertSingleDiscovery or sslCertRangeDiscovery of key management' },
  deployment: { ...web, served_by: 'the TLS host web' },
  shared_path: sharedStores.map(({ file, type, password }) => ({ file, type, password })),
  load_balancer: {
    host: ssh[0]?.name,
    folder: balancerFolder,
    key_stores: balancerStores.map(({ file, type, password }) => ({ file, type, password })),
  },
})

/** Functions of the lab, as data. */
const guideTo = (url: (name: string) => string) => ({
  mailbox: { method: 'GET', url: url('mailbox') },
  mail_server: { ...mailServerGuide, url: url('mail-server') },
  faults: {
    method: 'POST',
    url: url('faults'),
    body: { service: 'mdm', code: 'COM0004', times: 1 },
    instead_of_code: [{ latency_ms: 2000 }, { drop: true }, { truncate: true }, { garbage: true }, { half_open: true }],
    optional: {
      times: 'for so many requests; without it until cleared',
      path: 'only where the path contains this',
    },
    services: faultyServices,
    list: 'GET the same address',
    clear: 'DELETE the same address',
  },
  world: {
    method: 'POST',
    url: url('world'),
    body: { speed: fastest },
    speed: `"paused", or how many times as fast as the clock, from 1 to ${fastest}`,
    show: 'GET the same address: the seed, the speed and the time of the world',
    reset: 'DELETE the same address: speed 1',
  },
  device: {
    method: 'POST',
    url: url('devices/{device_id}'),
    body: { connection: 'offline', fails_next: 'The battery is too low', battery_level: 5 },
    connection: '"offline": its commands wait; "online": it always responds at once; null: simulated as usual',
    fails_next: 'its next command fails with this remark',
    battery_level: 'stays at this level',
    show: 'GET the same address',
    reset: 'DELETE the same address',
  },
  accounts: {
    method: 'POST',
    url: url('accounts'),
    body: { name: 'operator', disabled: true },
    optional: {
      disabled: 'true: all access of the account is refused; false: it is permitted again',
      role: `${accountRoles.join(', ')}; applies from the next call on`,
      second_factor: `${secondFactors.join(', ')}; with authenticator, the next sign-in requires enrollment`,
    },
    show: 'GET the same address',
  },
  rate_limit: {
    method: 'POST',
    url: url('rate-limit'),
    body: { per_minute: 60 },
    per_minute: 'calls of mobile device management that are answered in a minute; then COM0002 with Retry-After',
    show: 'GET the same address',
    reset: 'DELETE the same address: any number',
  },
  licenses: {
    method: 'POST',
    url: url('licenses'),
    body: { devices: 50 },
    devices: 'so many devices may be enrolled; one more is COM00020',
    reset: 'DELETE the same address: any number',
  },
})
