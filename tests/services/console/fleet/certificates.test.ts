// Conditions on the certificates of devices, and fields of the record that were added to the index later.
import { rm } from 'node:fs/promises'
import { type Kysely, sql } from 'kysely'
import * as z from 'zod/mini'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deviceCatalog } from '#contract/fleet/device-catalog.ts'
import { parseQuery } from '#contract/fleet/query-line.ts'
import { deviceGroups, deviceRecord } from '#contract/mdm/device-fields.ts'
import { openDatabase } from '#platform/database/open.ts'
import { fleetQueries } from '#services/console/fleet/fleet-query.ts'
import { fleetStore } from '#services/console/fleet/fleet-store.ts'
import { type ConsoleTables, consoleMigrations } from '#services/console/tables.ts'
import { noPostgres, startPostgres } from '../../../platform/database/postgres.ts'
import { scratchFolder } from '../../../support/scratch.ts'

const site = 'here'
const now = Date.parse('2026-06-01T12:00:00Z')
const dayMs = 86_400_000
const inDays = (days: number) => String(now + days * dayMs)

const corporate = {
  certificatename: 'VPN identity',
  certificatesubjectname: 'CN=kim',
  certificateissuername: 'CN=Alder Device CA',
  signaturealgorithmname: 'sha256WithRSAEncryption',
  signaturealgorithmoid: '1.2.840.113549.1.1.11',
  isidentity: true,
}
const root = {
  certificatename: 'Home root',
  certificateissuername: 'CN=Home root',
  serialnumber: '01',
  certificateexpiry: inDays(2000),
  isidentity: false,
}
const records: Record<string, object> = {
  soon: {
    certificates: {
      managedcertificates: [{ ...corporate, serialnumber: '0A:1B:2C', certificateexpiry: inDays(10) }],
      unmanagedcertificates: [root],
    },
  },
  later: {
    managedcertificates: [
      { ...corporate, serialnumber: '0A1B2D', certificateexpiry: inDays(400), sha256_fingerprint: 'AB:CD:EF:01' },
    ],
  },
  expired: {
    unmanagedcertificates: [
      { ...root, certificateexpiry: inDays(-3) },
      { ...corporate, serialnumber: '77', certificateexpiry: inDays(300), signaturealgorithmname: 'sha1WithRSA' },
    ],
  },
  // Of this one the server does not say when it expires, nor its issuer.
  unstated: { managedcertificates: [{ certificatename: 'Wi-Fi', serialnumber: '5' }] },
  alone: { ...corporate, serialnumber: '99', certificateexpiry: inDays(20) },
  none: { managedcertificates: [], command_name: 'Lock', command_status: 2, app_count: 0, ':id': 77 },
}
const finds: Record<string, string[]> = {
  'certificate_expiry<30d': ['alone', 'expired', 'soon'],
  'certificate_expiry<0d': ['expired'],
  'certificate_expiry>365d': ['later', 'soon'],
  'certificate_expiry<2026-06-15': ['expired', 'soon'],
  'certificate_issuer:"alder device"': ['alone', 'expired', 'later', 'soon'],
  'certificate_issuer="CN=Home root"': ['expired', 'soon'],
  'certificate_algorithm:sha1': ['expired'],
  'certificate_algorithm_oid=1.2.840.113549.1.1.11': ['alone', 'expired', 'later', 'soon'],
  'certificate_serial=0a1b2c': ['soon'],
  'certificate_serial:0A:1B': ['later', 'soon'],
  'certificate_fingerprint:abcdef': ['later'],
  certificate_identity: ['alone', 'expired', 'later', 'soon'],
  // All conditions are about the same certificate: the one of Alder on “expired” is valid.
  'certificate_issuer:alder certificate_expiry<30d': ['alone', 'soon'],
  'certificate:vpn certificate_expiry<30d': ['alone', 'soon'],
  'certificate:home certificate_expiry<0d': ['expired'],
  // On its own, each name may be of another certificate.
  'certificate:home certificate:vpn': ['expired', 'soon'],
  // Neither yes nor no where the server does not say it of each certificate.
  '-certificate_expiry<30d': ['later'],
  '-certificate_issuer:alder': [],
  '-certificate_identity': [],
  'missing:certificate_expiry': ['none', 'unstated'],
  '-missing:certificate_issuer': ['alone', 'expired', 'later', 'soon'],
  'missing:certificate_fingerprint': ['alone', 'expired', 'none', 'soon', 'unstated'],
  'command_name:lock': ['none'],
  'command_status=2': ['none'],
  'managed_id=77': ['none'],
  'app_count<1': ['none'],
  'missing:command_name': ['alone', 'expired', 'later', 'soon', 'unstated'],
}

test('every field of the record is queried by itself, by a list or by a part of certificates', () => {
  const objects = new Set(['user', 'os', 'network', 'network_usage', 'security', 'vendor_vault', 'vendor_details'])
  for (const name of ['vendor_restricions', 'summary', 'release_label_details', 'certificates']) objects.add(name)
  const asList: Record<string, string> = {
    ':id': 'managed_id',
    apps: 'app',
    installed_apps: 'app',
    profiles: 'profile',
    configuration_profiles: 'payload',
    payloadcontent: 'payload',
    group: 'group',
    sims: 'sim',
    efrp_account_details: 'efrp_account',
    managedcertificates: 'certificate',
    unmanagedcertificates: 'certificate',
  }
  // Histories, what can be done, and the devices of a profile are no state of a device; secrets are never indexed.
  const left = new Set(['locations', 'commands', 'command_life', 'actions', 'vendor_actions', 'app_details', 'devices'])
  left.add('firmware_password')
  const missing = Object.values(deviceGroups)
    .flatMap((group) => Object.keys(group))
    .filter((name) => !objects.has(name) && !left.has(name) && !deviceCatalog.has(asList[name] ?? name))
  expect(missing).toEqual([])
})

describe.each([
  { name: 'SQLite', skip: undefined },
  { name: 'PostgreSQL', skip: noPostgres },
])('on $name', ({ name, skip }) => {
  let db: Kysely<ConsoleTables>
  let close: () => Promise<void>
  const ask = (line: string) => {
    const parsed = parseQuery(line, deviceCatalog)
    if ('problem' in parsed) throw new Error(`${line}: ${parsed.problem.message}`)
    return { site, conditions: parsed.conditions, catalog: deviceCatalog }
  }
  const queries = () => fleetQueries(db, () => now)
  const found = async (line: string) => {
    const { rows, total } = await queries().page(ask(line), { columns: [], offset: 0, limit: 50 })
    expect(total).toBe(rows.length)
    return rows.map(({ device_id }) => device_id).toSorted()
  }
  const take = async (all: Record<string, object>, at: number) => {
    const store = fleetStore(db)
    const rows = Object.entries(all).map(([device_id, record]) => ({
      id: device_id,
      record: decoded({ device_id, device_name: device_id, ...record }),
    }))
    for (const { id, record } of rows) {
      await store.takeRows(site, [record], { walk: 1, isDelta: true, at })
      const waiting = await store.changed(site, 50)
      const { id: key } = waiting.find(({ device_id }) => device_id === id) ?? { id: 0 }
      await store.takeRecords(site, [{ id: key, record, at }])
    }
  }

  beforeAll(async () => {
    if (skip) return
    const folder = await scratchFolder()
    const url = name === 'SQLite' ? undefined : await (await startPostgres()).createDatabase('certificates')
    const database = await openDatabase({ url, folder, migrations: consoleMigrations })
    close = async () => {
      await database.close()
      await rm(folder, { recursive: true })
    }
    db = database.db.$extendTables<ConsoleTables>()
    await take(records, now)
  }, 120_000)
  afterAll(() => (skip ? undefined : close()))

  test.skipIf(skip).each(Object.entries(finds))('%s', async (line, ids) => {
    expect(await found(line)).toEqual(ids)
  })

  test.skipIf(skip)('values are counted by device, and lead to as many devices', async () => {
    const field = 'certificateissuername'
    for (const line of ['', 'certificate_expiry<30d']) {
      const { values } = await queries().values(ask(line), { field, search: '', limit: 10 })
      expect(values.length).toBeGreaterThan(0)
      for (const { value, count } of values)
        expect(await found(`${line} certificate_issuer="${value}"`), `${line} ${value}`).toHaveLength(count)
    }
  })

  test.skipIf(skip)('columns have the values of all certificates, and the first expiry', async () => {
    const columns = ['certificateissuername', 'certificateexpiry', 'isidentity', 'serialnumber']
    const { rows } = await queries().page(ask('certificate_serial=0a1b2c'), { columns, offset: 0, limit: 5 })
    expect(rows[0]?.values).toEqual({
      certificateissuername: 'CN=Home root, CN=Alder Device CA',
      certificateexpiry: Number(inDays(10)),
      isidentity: true,
      serialnumber: '01, 0A:1B:2C',
    })
  })

  test.skipIf(skip)(
    'before a record is read again, nothing is known of later fields, and no change is recorded',
    async () => {
      const { id } = await db
        .selectFrom('fleet_device')
        .select('id')
        .where('device_id', '=', 'none')
        .executeTakeFirstOrThrow()
      const changes = async () =>
        (await fleetStore(db).changesOf({ site, id: 'none', before: undefined, limit: 50 })).length
      const before = await changes()
      // As after an upgrade.
      await sql`delete from fleet_device_further where device = ${id}`.execute(db)
      expect(await found('missing:associated_by')).not.toContain('none')
      expect(await found('missing:certificate_issuer')).not.toContain('none')
      await take({ none: { ...records.none, sims: [{ iccid: '8926', current_carrier_network: 'Vodafone' }] } }, now + 1)
      expect(await found('missing:associated_by')).toContain('none')
      expect(await found('sim:8926')).toEqual(['none'])
      expect(await changes()).toBe(before)
    },
  )

  test.skipIf(skip)('a renewed certificate replaces the old one', async () => {
    await take(
      { later: { managedcertificates: [{ ...corporate, serialnumber: 'FF', certificateexpiry: inDays(800) }] } },
      now + 2,
    )
    expect(await found('certificate_serial=0A1B2D')).toEqual([])
    expect(await found('certificate_serial=ff')).toEqual(['later'])
  })
})

/** As read from a server. */
const decoded = (record: object) => z.decode(deviceRecord, record as z.input<typeof deviceRecord>)
