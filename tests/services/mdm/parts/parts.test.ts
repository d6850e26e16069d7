import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getDeviceApp, listDeviceApps } from '#contract/mdm/apps.ts'
import * as parts from '#contract/mdm/device-parts.ts'
import { getDevice } from '#contract/mdm/devices.ts'
import { getDeviceProfile, listDeviceProfiles } from '#contract/mdm/profiles.ts'
import { skipTokenOf } from '#contract/page.ts'
import { deviceAt } from '#services/demo/devices/fleet.ts'
import { startRunning, type Running } from '../../running.ts'
import { asking } from '../resources/asking.ts'

let running: Running
let call: ReturnType<typeof asking>
beforeAll(async () => {
  running = await startRunning({ seed: 'large:40' })
  call = asking(running)
})
afterAll(() => running.stop())
const idAt = (index: number) => deviceAt(index).record.device_id ?? ''

describe('a part says what the record says', () => {
  const plainParts = [
    parts.getDeviceSecurity,
    parts.getDeviceFilevault,
    parts.getDeviceFirmware,
    parts.getDevicePollTime,
    parts.getDevicePrivacy,
    parts.getDeviceRestrictions,
  ]
  test.each(plainParts)('$id', async (endpoint) => {
    for (let index = 0; index < 40; index += 1) {
      const device_id = idAt(index)
      const [part, record] = [await call.ask(endpoint, { device_id }), await call.ask(getDevice, { device_id })]
      expect(record).toMatchObject(part)
    }
  })

  test('summary, profiles, apps, configuration profiles, locations, actions, certificates', async () => {
    for (let index = 0; index < 20; index += 1) {
      const device_id = idAt(index)
      const record = await call.ask(getDevice, { device_id })
      const { rows: apps } = await call.ask(listDeviceApps, { device_id })
      const idsOf = (list: { app_id?: string }[] = []) => new Set(list.map(({ app_id }) => app_id))
      expect(await call.ask(parts.getDeviceSummary, { device_id })).toEqual(record.summary ?? empty)
      expect(idsOf(apps.filter((app) => app.is_distributed))).toEqual(idsOf(record.apps))
      expect(idsOf(apps.filter((app) => app.is_installed))).toEqual(idsOf(record.installed_apps))
      expect((await call.ask(listDeviceProfiles, { device_id })).rows).toHaveLength(record.profiles?.length ?? 0)
      const { rows: payloads } = await call.ask(parts.listDeviceConfigurationProfiles, { device_id })
      expect(payloads).toEqual(record.configuration_profiles ?? [])
      expect((await call.ask(parts.listDeviceActions, { device_id })).rows).toEqual(record.actions ?? [])
      const { rows: locations } = await call.ask(parts.listDeviceLocations, { device_id })
      expect(locations.toSorted(byTime)).toEqual((record.locations ?? []).toSorted(byTime))
      const { managedcertificates } = await call.ask(parts.getDeviceCertificates, { device_id })
      expect(managedcertificates?.length ?? 0).toBeGreaterThanOrEqual(record.managedcertificates?.length ?? 0)
    }
  })
  const empty = { profile_count: 0, app_count: 0, doc_count: 0, group_count: 0 }
  const byTime = (a: { located_time?: unknown }, b: { located_time?: unknown }) =>
    Number(a.located_time) - Number(b.located_time)

  test('one app and one profile, as their lists have them', async () => {
    const device_id = idAt(3)
    const [app] = (await call.ask(listDeviceApps, { device_id })).rows
    const [profile] = (await call.ask(listDeviceProfiles, { device_id })).rows
    expect(await call.ask(getDeviceApp, { device_id, app_id: app?.app_id ?? '' })).toEqual(app)
    expect(await call.ask(getDeviceProfile, { device_id, profile_id: profile?.profile_id ?? '' })).toEqual(profile)
    expect(await call.refusal(getDeviceApp, { device_id, app_id: '7' })).toMatchObject({ code: 'COM0008' })
    expect(await call.refusal(getDeviceProfile, { device_id, profile_id: '7' })).toMatchObject({ code: 'COM0008' })
  })
})

test('every part of a device that is not there is an unknown resource', async () => {
  for (const endpoint of Object.values(parts.devicePartRows))
    expect(await call.refusal(endpoint, { device_id: '7' }), endpoint.id).toMatchObject({
      code: 'COM0008',
      status: 404,
    })
})

test('the firmware password is revealed by its own address only, and is nowhere on disk', async () => {
  const device_id = idAt(10)
  const { firmware_password } = await call.ask(parts.revealFirmwarePassword, { device_id })
  expect(firmware_password).toBe('A4C9-77E1-0B52')
  const record = await call.ask(getDevice, { device_id })
  expect(record).toMatchObject({ is_firmware_password_exists: true })
  expect(JSON.stringify([record, await call.ask(parts.getDeviceSecurity, { device_id })])).not.toContain('A4C9')
  const rows = await running.database.db
    .$extendTables<{ device_record: { record: string } }>()
    .selectFrom('device_record')
    .select('record')
    .execute()
  expect(rows.filter((row) => row.record.includes('A4C9'))).toEqual([])
  expect(await call.refusal(parts.revealFirmwarePassword, { device_id: idAt(0) })).toMatchObject({ code: 'COM0008' })
  expect(parts.revealFirmwarePassword).toMatchObject({ secret: true, permission: 'MDM_Admin' })
})

test('restrictions are found by name', async () => {
  const device_id = idAt(0)
  const found = await call.ask(parts.getDeviceRestrictions, { device_id, searchkey: 'CAMERA' })
  expect(Object.keys(found).length).toBeGreaterThan(1)
  expect(Object.keys(found).filter((name) => !name.includes('camera'))).toEqual([])
  const one = await call.ask(parts.getDeviceRestrictions, { device_id, searchfield: 'camera' })
  expect(one).toEqual({ camera: 0 })
})

test('the lists of parts page, and refuse what is no page', async () => {
  const device_id = idAt(0)
  const whole = await call.ask(parts.listDeviceActions, { device_id })
  const seen = []
  for (let token: string | undefined; ;) {
    const page = await call.ask(parts.listDeviceActions, { device_id, limit: 4, 'skip-token': token })
    seen.push(...page.rows)
    expect(page.total).toBe(whole.rows.length)
    token = skipTokenOf(page.next)
    if (!token) break
  }
  expect(seen).toEqual(whole.rows)
  const first = await call.ask(parts.listDeviceActions, { device_id, limit: 4 })
  const other = { device_id: idAt(3), 'skip-token': skipTokenOf(first.next) }
  expect(await call.refusal(parts.listDeviceActions, other)).toMatchObject({ code: 'COM0003' })
})
