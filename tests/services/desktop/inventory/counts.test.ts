import { afterAll, beforeAll, expect, test } from 'vitest'
import { desktop } from '#contract/desktop/operations.ts'
import { compliantStatus, installationStatus, legendOfField, liveStatus, textOfKey } from '#contract/desktop/status.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { type RunningInventory, startInventory } from './running-inventory.ts'

let estate: RunningInventory
beforeAll(async () => {
  estate = await startInventory({ desktops: 400 })
})
afterAll(() => estate.stop())

const whole = { pagelimit: 1000 }
const count = <T>(rows: readonly T[], is: (row: T) => boolean) => rows.filter(is).length

test('the summary of computers says what their list says', async () => {
  const summary = await estate.call(desktop.getComputerSummary, {})
  const { rows } = await estate.call(desktop.listComputers, whole)
  expect(summary.total_computers).toBe(rows.length)
  const live = Object.keys(liveStatus).map((key) => count(rows, (row) => row.computer_live_status === Number(key)))
  expect(Object.values(summary.computer_live_summary ?? {})).toEqual(live)
  const installed = Object.keys(installationStatus).map((key) =>
    count(rows, (row) => row.installation_status === Number(key)),
  )
  expect(Object.values(summary.installation_summary ?? {})).toEqual(installed)
  const platforms = [1, 2, 3].map((platform) => count(rows, (row) => row.os_platform === platform))
  expect(Object.values(summary.computer_by_os ?? {})).toEqual(platforms)
  expect(Math.min(...installed, ...live, ...platforms)).toBeGreaterThan(0)
})

test('offices count their computers, and their filter finds them', async () => {
  const { rows: offices } = await estate.call(desktop.listRemoteOffices, whole)
  expect(offices.reduce((sum, { total_computers = 0 }) => sum + total_computers, 0)).toBe(400)
  for (const { branch_office_name, total_computers, live_computers } of offices.slice(0, 5)) {
    const of = { branchofficefilter: branch_office_name }
    expect((await estate.call(desktop.listComputers, of)).total).toBe(total_computers)
    expect((await estate.call(desktop.listComputers, { ...of, livestatusfilter: ['1'] })).total).toBe(live_computers)
  }
})

test('every software counts the computers that list it, and those are the computers found by it', async () => {
  const { rows: computers } = await estate.call(desktop.listComputers, whole)
  const installed = new Map<string, string[]>()
  for (const { resource_id: resid = '' } of computers) {
    const { rows, total } = await estate.call(desktop.listInstalledSoftware, { resid, ...whole })
    expect(total).toBe(rows.length)
    for (const { software_id: id = '' } of rows) installed.set(id, [...(installed.get(id) ?? []), resid])
  }
  const { rows: software } = await estate.call(desktop.listSoftware, whole)
  expect(new Set(software.map(({ software_id }) => software_id))).toEqual(new Set(installed.keys()))
  expect(software.length).toBeGreaterThan(100)
  for (const { software_id: swid = '', managed_installations } of software) {
    const having = installed.get(swid) ?? []
    expect(managed_installations, swid).toBe(having.length)
    const { rows } = await estate.call(desktop.listInventoryComputers, { swid, ...whole })
    expect(new Set(rows.map(({ resource_id }) => resource_id))).toEqual(new Set(having))
  }
}, 120_000)

test('every piece of hardware counts the computers found by it', async () => {
  const { rows } = await estate.call(desktop.listHardware, whole)
  expect(new Set(rows.map(({ hw_type_description }) => hw_type_description)).size).toBe(5)
  for (const { hardware_id: hwid, managed_installations } of rows) {
    expect((await estate.call(desktop.listInventoryComputers, { hwid })).total).toBe(managed_installations)
  }
})

test('licenses are under, over, in compliance and expired, as their numbers say', async () => {
  const { rows } = await estate.call(desktop.listLicenses, whole)
  const seen = new Set(rows.map(({ compliant_status = 9 }) => compliant_status))
  expect(seen).toEqual(new Set([0, 1, 2, 3]))
  for (const { compliant_status, purchased_count = 0, installed_count = 0, remaining_copies, expiry_date } of rows) {
    expect(remaining_copies).toBe(purchased_count - installed_count)
    const expired = Number(expiry_date) !== -1 && Number(expiry_date) < Date.now()
    const spare = (purchased_count - installed_count) / installed_count
    expect(compliant_status).toBe(expired ? 3 : spare < 0 ? 0 : spare > 0.1 ? 1 : 2)
  }
  const { total } = await estate.call(desktop.listLicensedSoftware, {})
  expect(total).toBe(rows.length)
})

test('the summary of inventory says what the lists say, in texts', async () => {
  const { body } = await estate.ask('inventory/allsummary')
  expect(body.message_response?.allsummary).toMatchObject({
    computer_by_os: { windows: expect.stringMatching(/^\d+$/) as unknown },
  })
  const summary = await estate.call(desktop.getInventorySummary, {})
  const { rows: licensed } = await estate.call(desktop.listLicensedSoftware, whole)
  const compliance = [0, 1, 2, 3].map((status) => count(licensed, (row) => row.compliant_status === status))
  expect(Object.values(summary.software_compliance_summary ?? {})).toEqual(compliance)
  expect(Object.keys(compliantStatus)).toHaveLength(5)
  const { rows: scans } = await estate.call(desktop.listScanComputers, whole)
  expect(summary.audit_summary).toEqual({
    scanned: count(scans, (row) => row.scan_status === 2),
    failed: count(scans, (row) => row.scan_status === 0),
    in_progress: 0,
    yet_to_scan: count(scans, (row) => row.scan_status === -1),
  })
  const { rows: software } = await estate.call(desktop.listSoftware, whole)
  expect(summary.software_summary).toMatchObject({
    total_software: software.length,
    prohibited_software: count(software, (row) => row.is_usage_prohibited === 2),
  })
  const warranties = Object.values(summary.warranty_summary ?? {}) as number[]
  expect(warranties.reduce((sum, some) => sum + some, 0)).toBe(400)
})

test('a detail says of software and disks what its lists say', async () => {
  const { rows } = await estate.call(desktop.listScanComputers, { sort: '-last_successful_scan', pagelimit: 5 })
  for (const { resource_id: resid = '' } of rows) {
    const detail = await estate.call(desktop.getComputerDetail, { resid })
    const { total } = await estate.call(desktop.listInstalledSoftware, { resid })
    expect(detail.computer_software_summary?.total_software).toBe(total)
    const { disks = [], total_size, percent_used = 0, percent_free = 0 } = detail.computer_disk_summary ?? {}
    expect(disks.reduce((sum, disk) => sum + Number(disk.total_size), 0)).toBe(total_size)
    expect(percent_used + percent_free).toBe(100)
  }
})

test('a computer that was never scanned reports no hardware and software', async () => {
  const { rows } = await estate.call(desktop.listComputers, { installstatusfilter: ['21'], pagelimit: 1 })
  const [{ resource_id: resid = '' } = {}] = rows
  const detail = await estate.call(desktop.getComputerDetail, { resid })
  expect(detail.computer_summary?.resource_id).toBe(resid)
  expect(detail.computer_hardware_summary).toBeUndefined()
  expect((await estate.call(desktop.listInstalledSoftware, { resid })).rows).toEqual([])
})

test('a dozen computers are without trouble, one has no agent, and names are as people give them', async () => {
  const { rows } = await estate.call(desktop.listComputers, whole)
  const { rows: healthy } = await estate.call(desktop.listScanComputers, {
    installstatusfilter: ['22'],
    livestatusfilter: ['1'],
    scanstatusfilter: ['2'],
    ...whole,
  })
  expect(healthy.length).toBeGreaterThanOrEqual(12)
  expect(count(rows, (row) => row.installation_status === 21)).toBeGreaterThan(0)
  expect(count(rows, (row) => (row.resource_name ?? '').length > 150)).toBeGreaterThan(0)
  expect(count(rows, (row) => (row.resource_name ?? '').includes('%'))).toBeGreaterThan(0)
  expect(count(rows, (row) => (row.mac_address ?? '').includes(','))).toBeGreaterThan(0)
  expect(count(rows, (row) => (row.remarks ?? '').startsWith('dc.'))).toBe(400)
})

test('every status and text key in a response has a documented meaning', async () => {
  const lists = [desktop.listComputers, desktop.listScanComputers, desktop.listSoftware] as const
  for (const endpoint of lists) {
    const { rows } = await estate.call<(typeof lists)[number]>(endpoint, whole)
    for (const [name, value] of rows.flatMap((fields) => Object.entries(fields))) {
      if (typeof value === 'number' && name in legendOfField) {
        expect(legendOfField[name as keyof typeof legendOfField], `${name} ${value}`).toHaveProperty(String(value))
      }
      if (typeof value === 'string' && value.startsWith('dc.')) expect(textOfKey[value], value).toBeDefined()
    }
  }
})

test('who owns a computer also owns devices, under the same name and address', async () => {
  const { rows: computers } = await estate.call(desktop.listComputers, whole)
  const { rows: devices } = await estate.running.call(listDevices, { limit: 200 }, estate.token)
  const names = new Map(computers.map(({ owner_email_id, owner }) => [owner_email_id, owner]))
  const shared = devices.filter(({ user }) => user?.user_name && names.get(user.user_email) === user.user_name)
  expect(shared.length).toBeGreaterThan(100)
})

test('filters of inventory are those that its lists know', async () => {
  const filters = await estate.call(desktop.getFilterParameters, {})
  const properties = await estate.call(desktop.getServerProperties, {})
  expect(filters.domains?.map(({ name }) => name)).toEqual(properties.domains?.map(({ name }) => name))
  const [{ name: domainfilter } = {}] = filters.domains ?? []
  expect((await estate.call(desktop.listComputers, { domainfilter })).total).toBeGreaterThan(0)
  const [{ name: hardwaretypefilter } = {}] = filters.hardware_types ?? []
  expect((await estate.call(desktop.listHardware, { hardwaretypefilter })).total).toBeGreaterThan(0)
})

test('the same index is the same computer, however many others there are', async () => {
  const other = await startInventory({ desktops: 30 })
  const few = await other.call(desktop.listComputers, { residfilter: ['90074000000000176'] })
  const many = await estate.call(desktop.listComputers, { residfilter: ['90074000000000176'] })
  expect(few.rows[0]?.resource_name).toBe(many.rows[0]?.resource_name)
  expect(few.rows[0]?.mac_address).toBe(many.rows[0]?.mac_address)
  await other.stop()
})
