// The index of computers, filled from the embedded service, against what a plain walk of that service says.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { identifiersOf } from '#contract/console/annotations/annotated-things.ts'
import { computerCatalog } from '#contract/fleet/computer-catalog.ts'
import type { Computer } from '#contract/desktop/computer-fields.ts'
import type { ComputerDetail, InstalledSoftware } from '#contract/desktop/inventory-fields.ts'
import { getComputerDetail, scanComputers } from '#contract/desktop/inventory.ts'
import { listInstalledSoftware } from '#contract/desktop/software.ts'
import { listComputers } from '#contract/desktop/som.ts'
import type { readComputerDistributions } from '#contract/console/trend/trend.ts'
import type { Output } from '#contract/endpoint.ts'
import type { JsonObject } from '#contract/json.ts'
import { consoleKeyOf } from '#services/console-key.ts'
import { noPostgres, startPostgres } from '../../../platform/database/postgres.ts'
import { type Proxy, secret, startProxy } from '../../../support/proxy.ts'
import { masterKey, type Running, startRunning } from '../../running.ts'

const pace = { recordsPerSecond: 100_000, lookMs: 50, idleMs: 50, walkMs: 50 }
const databases = [
  { name: 'SQLite', computersThere: 120, skip: undefined },
  { name: 'PostgreSQL', computersThere: 40, skip: noPostgres },
]
type Whole = { row: Computer; detail: ComputerDetail; software: InstalledSoftware[] }

describe.each(databases)('on $name', ({ name, computersThere, skip }) => {
  let running: Running
  let proxy: Proxy
  let cookie: string
  let computers: Whole[]
  const key = consoleKeyOf(masterKey, 'desktop')

  beforeAll(async () => {
    if (skip) return
    const url = name === 'SQLite' ? undefined : await (await startPostgres()).createDatabase('fleet_computers')
    running = await startRunning({ seed: `large:${computersThere}`, demoPassword: secret.password })
    proxy = await startProxy({
      desktopUrl: new URL(running.desktop),
      desktopBackground: key,
      fleetPace: pace,
      ...(url && { url }),
    })
    cookie = await proxy.signIn('admin')
    computers = await plainWalk()
  }, 180_000)
  afterAll(async () => {
    if (skip) return
    await proxy.stop()
    await running.stop()
  })

  async function plainWalk(): Promise<Whole[]> {
    const { rows } = await running.call(listComputers, { page: 0, pagelimit: 1000 }, key)
    const all: Whole[] = []
    for (const row of rows) {
      const resid = row.resource_id ?? ''
      const detail = await running.call(getComputerDetail, { resid }, key)
      const { rows: software } = await running.call(listInstalledSoftware, { resid, pagelimit: 1000 }, key)
      all.push({ row, detail, software })
    }
    return all
  }
  type Answer = {
    rows: { resource_id: string; resource_name: string; values: JsonObject }[]
    total: number
    state: JsonObject
  }
  async function query(line: string, more: object = {}) {
    const { status, value } = await proxy.call('console.queryComputers', { query: line, limit: 200, ...more }, cookie)
    expect(status, JSON.stringify(value)).toBe(200)
    return value as Answer
  }
  const untilRead = () =>
    expect
      .poll(async () => (await query('')).state, { timeout: 120_000, interval: 200 })
      .toMatchObject({ state: 'ready', devices: computers.length, detailed: computers.length })
  const asked = async (line: string) => {
    const { rows, total } = await query(line)
    expect(total).toBe(rows.length)
    return rows.map(({ resource_id }) => resource_id).toSorted()
  }
  const among = (holds: (computer: Whole) => boolean) =>
    computers
      .filter(holds)
      .map(({ row }) => row.resource_id ?? '')
      .toSorted()
  type Named = { id: string; serial?: unknown }
  async function keep({ id, serial }: Named, values: Record<string, string>) {
    const cells = Object.entries(values).map(([field, after]) => ({ field, before: '', after }))
    const identifiers = identifiersOf.computer({ serial, id })
    const thing = { kind: 'computer', subject: id, label: id, identifiers, cells }
    expect((await proxy.call('console.changeAnnotation', thing, cookie)).status).toBe(200)
  }
  const shares = ({ detail }: Whole) =>
    (detail.computer_disk_summary?.disks ?? []).map(
      ({ free_size, total_size }) => (Number(free_size) / Number(total_size)) * 100,
    )

  test.skipIf(skip)(
    'a text finds computers by any identifying value, and software by name, with what was found',
    async () => {
      await untilRead()
      type Found = { rows: { resource_id: string; by?: object }[]; entries: object[] }
      const lookUp = async (text: string) =>
        (await proxy.call('console.lookUpComputers', { text, limit: 20 }, cookie)).value as unknown as Found
      const [first] = computers
      const id = first?.row.resource_id ?? ''
      const serial = String(first?.detail.computer_hardware_summary?.serial_number)
      const mac = first?.row.mac_address?.split(',')[0] ?? ''
      expect((await lookUp(serial)).rows).toContainEqual(
        expect.objectContaining({
          resource_id: id,
          by: { field: 'serial_number', label: computerCatalog.get('serial_number')?.label, value: serial },
        }),
      )
      expect((await lookUp(mac.toLowerCase())).rows.map(({ resource_id: one }) => one)).toContain(id)
      const software = computers.flatMap((one) => one.software.map(({ software_name: app = '' }) => app))
      const counts = Map.groupBy(software, (app) => app)
      const [app = ''] = [...counts].flatMap(([name, those]) => (those.length > 10 ? name : []))
      const { entries } = await lookUp(app)
      expect(entries).toContainEqual(
        expect.objectContaining({ list: 'app', name: app, devices: (await query(`app="${app}"`)).total }),
      )
      expect(await lookUp('nothing is called so')).toMatchObject({ rows: [], entries: [] })
    },
    120_000,
  )

  test.skipIf(skip)(
    'an operating system or agent version of many computers leads to their query, with their number',
    async () => {
      await untilRead()
      type Entry = { list: string; label: string; name: string; value: string; values?: number; devices: number }
      type Found = { rows: { resource_id: string; by?: object }[]; entries: Entry[] }
      const lookUp = async (text: string) =>
        (await proxy.call('console.lookUpComputers', { text, limit: 20 }, cookie)).value as unknown as Found
      const entryOf = async (field: string, text: string) =>
        (await lookUp(text)).entries.find(({ list }) => list === field) ?? expect.unreachable(`no ${field} for ${text}`)

      const systems = await entryOf('os_name', 'windows')
      const named = computers.flatMap(({ row: { os_name = '' } }) => (/windows/i.test(os_name) ? [os_name] : []))
      expect(systems).toMatchObject({ label: 'Operating system', value: 'windows', values: new Set(named).size })
      expect(systems.devices).toBe(named.length)
      expect((await query(`${systems.list}:${systems.value}`)).total).toBe(named.length)

      const [version = ''] = computers.flatMap(({ row }) => row.agent_version ?? [])
      const exact = await entryOf('agent_version', version)
      expect(exact).toMatchObject({ name: version, value: version })
      expect(exact).not.toHaveProperty('values')
      expect(exact.devices).toBe((await query(`agent_version="${version}"`)).total)
      const major = version.split('.')[0] ?? ''
      expect((await entryOf('agent_version', `${major}.${version.split('.')[1]}`)).devices).toBeGreaterThanOrEqual(
        exact.devices,
      )

      const counts = Map.groupBy(computers, ({ row }) => row.service_pack ?? '')
      for (const [pack, those] of counts)
        if (pack.length > 2 && those.length > 5)
          expect((await entryOf('service_pack', pack)).devices).toBe((await query(`service_pack:"${pack}"`)).total)
    },
    120_000,
  )

  test.skipIf(skip)(
    'each bar of how computers are leads to as many computers',
    async () => {
      await untilRead()
      const { status, value } = await proxy.call('console.readComputerDistributions', {}, cookie)
      expect(status, JSON.stringify(value)).toBe(200)
      const { total, distributions } = value as unknown as Output<typeof readComputerDistributions>
      expect(total).toBe(computers.length)
      expect(distributions.map(({ title }) => title)).toEqual([
        'Operating system',
        'Free storage of the fullest volume',
        'Last contact',
        'Last successful scan',
      ])
      for (const { title, bars } of distributions) {
        expect(
          bars.reduce((sum, { count }) => sum + count, 0),
          title,
        ).toBe(total)
        for (const { query: line, count } of bars)
          if (line !== undefined) expect((await query(line)).total, line).toBe(count)
      }
    },
    240_000,
  )

  test.skipIf(skip)(
    'the index has every computer with what the lists and its details state',
    async () => {
      await untilRead()
      const columns = [...computerCatalog.keys()]
      const found = new Map<string, JsonObject>()
      for (let at = 0; at < columns.length; at += 40)
        for (const { resource_id, values } of (await query('', { columns: columns.slice(at, at + 40) })).rows)
          found.set(resource_id, { ...found.get(resource_id), ...values })
      expect(found.size).toBe(computers.length)
      for (const { row, detail } of computers) {
        const values = found.get(row.resource_id ?? '') ?? {}
        const hardware = detail.computer_hardware_summary
        expect(values).toMatchObject({
          resource_name: row.resource_name,
          branch_office_name: row.branch_office_name,
          installation_status: String(row.installation_status),
          os_version: row.os_version,
          description: row.description,
          error_code: String(row.error_code),
          friendly_name: row['managedcomputer.friendly_name'],
          scan_status: String(detail.scancomputer?.scan_status),
          ...(hardware && { serial_number: hardware.serial_number, processor: hardware.processor }),
        })
        expect(values.memory === undefined).toBe(hardware === undefined)
      }
    },
    180_000,
  )

  test.skipIf(skip)(
    'certain computers are told with any of their fields',
    async () => {
      await untilRead()
      const columns = ['os_name', 'memory', 'disk_free', 'app']
      const { rows } = await query('', { columns })
      const some = rows.slice(3, 9)
      const ids = [...some.map(({ resource_id }) => resource_id), '1']
      const { status, value } = await proxy.call('console.readComputerValues', { ids, columns }, cookie)
      expect(status, JSON.stringify(value)).toBe(200)
      const told = value.rows as { id: string; isRead: boolean; values: JsonObject }[]
      expect(new Map(told.map((row) => [row.id, row.values]))).toEqual(
        new Map(some.map(({ resource_id, values }) => [resource_id, values])),
      )
      expect(told.every(({ isRead }) => isRead)).toBe(true)
    },
    180_000,
  )

  test.skipIf(skip)(
    'conditions hold for exactly the computers of which they are true',
    async () => {
      await untilRead()
      expect(await asked('disk<20%')).toEqual(among((one) => shares(one).some((share) => share < 20)))
      expect(await asked('volume:"C:"<30%')).toEqual(
        among(({ detail }) =>
          (detail.computer_disk_summary?.disks ?? []).some(
            ({ disk_name, free_size, total_size }) =>
              disk_name === 'C:' && Math.floor((Number(free_size) * 100) / Number(total_size)) < 30,
          ),
        ),
      )
      expect(await asked('missing:disk')).toEqual(among((one) => shares(one).length === 0))
      const month = Date.now() - 30 * 86_400_000
      const seen = ({ row }: Whole) => Number(row.agent_last_contact_time ?? -1)
      expect(await asked('lastseen>30d')).toEqual(among((one) => seen(one) > 0 && seen(one) < month))
      const [{ row: first }] = computers as [Whole]
      expect(await asked(`office="${first.branch_office_name}" agent=${first.installation_status}`)).toEqual(
        among(
          ({ row }) =>
            row.branch_office_name === first.branch_office_name &&
            row.installation_status === first.installation_status,
        ),
      )
      const product = computers.flatMap(({ software }) => software)[0]
      const title = product?.software_name ?? ''
      const has = ({ software }: Whole) => software.some(({ software_name }) => software_name === title)
      expect(await asked(`app="${title}"`)).toEqual(among(has))
      const isScanned = ({ detail }: Whole) => detail.computer_software_summary !== undefined
      const lacking = among((one) => isScanned(one) && !has(one))
      expect(await asked(`-app="${title}"`)).toEqual(lacking)
      expect(lacking.length).toBeLessThan(among((one) => !has(one)).length)
      const person = computers.find(({ row }) => row.owner)?.row.owner ?? ''
      expect(await asked(`"${person}"`)).toContain(computers.find(({ row }) => row.owner === person)?.row.resource_id)
      const { value } = await proxy.call('console.countComputerValues', { query: '', field: 'os_name' }, cookie)
      const counts = value.values as { value: string; count: number }[]
      for (const { value: system, count } of counts)
        expect(count).toBe(computers.filter(({ row }) => row.os_name === system).length)
    },
    180_000,
  )

  test.skipIf(skip)(
    'what people keep of computers is asked, counted and shown, whatever the server says of an owner',
    async () => {
      await untilRead()
      const scanned = computers.filter(({ detail }) => detail.computer_hardware_summary?.serial_number)
      const [one, other, last] = scanned.map(({ row, detail }) => ({
        id: row.resource_id ?? '',
        serial: detail.computer_hardware_summary?.serial_number,
      })) as [Named, Named, Named]
      const kinds = ['computer', 'device']
      const defined = await proxy.call('console.saveAnnotationField', { name: 'Rack', type: 'number', kinds }, cookie)
      const rack = defined.value.id as string
      await keep(one, { owner: 'Ada Byron', tags: 'VIP, loan', [rack]: '12' })
      // Noted by who knew the serial number alone.
      await keep({ id: 'elsewhere', serial: other.serial }, { tags: 'loan', note: 'Fan is loud', [rack]: '7' })
      const each = (...all: Named[]) => all.map(({ id }) => id).toSorted()
      expect(await asked('kept.owner:ada')).toEqual([one.id])
      expect(await asked('-missing:kept.owner')).toEqual([one.id])
      expect(await asked('owner="Ada Byron"')).toEqual(among(({ row }) => row.owner === 'Ada Byron'))
      expect(await asked('tag=loan')).toEqual(each(one, other))
      expect(await asked('tag:loan -tag:vip note:LOUD')).toEqual([other.id])
      expect(await asked('rack<10')).toEqual([other.id])
      const columns = ['kept_owner', 'tag', 'note', `own_${rack.replaceAll('-', '_')}`]
      const { rows } = await query('tag:loan', { columns, sort: `-${columns.at(-1)}` })
      expect(rows.map(({ resource_id, values }) => [resource_id, Object.values(values)])).toEqual([
        [one.id, ['Ada Byron', 'loan, VIP', '12']],
        [other.id, ['loan', 'Fan is loud', '7']],
      ])
      const counted = { query: '', field: 'tag' }
      expect((await proxy.call('console.countComputerValues', counted, cookie)).value).toMatchObject({
        values: [
          { value: 'loan', count: 2 },
          { value: 'VIP', count: 1 },
        ],
        missing: computers.length - 2,
      })
      // As after an update of the console: identified by the next walk, and said until then.
      await proxy.tables.deleteFrom('fleet_computers_identifier' as 'fleet_identifier').execute()
      await proxy.tables.deleteFrom('fleet_computer_annotation' as 'fleet_device_annotation').execute()
      await keep(last, { note: 'Screen cracked' })
      await expect.poll(() => asked('tag:loan'), { timeout: 60_000 }).toEqual(each(one, other))
      await expect.poll(() => asked('note:cracked'), { timeout: 60_000 }).toEqual([last.id])
    },
    180_000,
  )

  test.skipIf(skip)(
    'a query of computers is a view that is shared and counted',
    async () => {
      await untilRead()
      const question = { list: 'console.queryComputers', input: { query: 'disk<20%' }, columns: ['disk_free'] }
      const view = { name: 'Full disks', page: '/desktops/query', search: 'query=disk%3C20%25', audience: 'site' }
      const { status, value } = await proxy.call('console.saveView', { ...view, question }, cookie)
      expect(status, JSON.stringify(value)).toBe(200)
      const counted = await proxy.call('console.countView', { view: value.view ?? 0 }, cookie)
      expect(counted.value).toMatchObject({ count: (await asked('disk<20%')).length })
    },
    180_000,
  )

  test.skipIf(skip)(
    'what is not a field is refused',
    async () => {
      const { status, value } = await proxy.call('console.queryComputers', { query: '', sort: 'imei' }, cookie)
      expect([status, value.field]).toEqual([400, 'sort'])
      expect((await proxy.call('console.queryComputers', { query: 'imei:1' }, cookie)).status).toBe(400)
    },
    60_000,
  )

  test.skipIf(skip)(
    'a computer that is scanned is read again',
    async () => {
      await untilRead()
      const one = computers.find(({ row }) => row.installation_status === 22 && row.computer_live_status === 1)
      const resid = one?.row.resource_id ?? ''
      const before = (await query(`"${resid}"`, { columns: ['last_scan_time'] })).rows[0]?.values.last_scan_time
      const { status } = await proxy.call(scanComputers.id, { resourceids: [resid] }, cookie)
      expect(status).toBe(200)
      await expect
        .poll(async () => (await query(`"${resid}"`, { columns: ['last_scan_time'] })).rows[0]?.values.last_scan_time, {
          timeout: 60_000,
        })
        .not.toBe(before)
    },
    120_000,
  )
})
