import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { stringifyJson } from '#contract/json.ts'
import { type ActionName, actionNames, actions } from '#contract/mdm/actions/actions.ts'
import { getRecentCommand } from '#contract/mdm/commands.ts'
import type { Device } from '#contract/mdm/devices.ts'
import { ableTo, type CommandWorld, minute, startWorld, stopClock } from './command-world.ts'

let world: CommandWorld
const used = new Set<string>()
beforeAll(async () => {
  stopClock()
  world = await startWorld()
})
afterAll(async () => {
  await world.stop()
  vi.useRealTimers()
})

const given = (action: ActionName) => (actions[action].required ? { user_name: 'amara' } : {})

/** Send it to one device after the other until one does it: some fail and some lie in a drawer, as devices do. */
async function done(action: ActionName, more = {}) {
  for (const id of ableTo(action).filter((one) => !used.has(one))) {
    used.add(id)
    const before = await world.record(id)
    const accepted = await world.send(id, action, { ...given(action), ...more })
    await world.later(3 * minute)
    const [entry = {}] = await world.history(id)
    if (entry.command_status === 2) return { id, accepted, entry, before, after: await world.record(id) }
  }
  throw new Error(`No device did ${action}`)
}
/** The same device does another thing; what failed is sent again, as people do. */
async function then(id: string, action: ActionName) {
  for (let times = 0; times < 5; times += 1) {
    await world.send(id, action)
    await world.later(3 * minute)
    const [entry] = await world.history(id)
    if (entry?.command_status === 2) return world.record(id)
  }
  throw new Error(`${id} did not do ${action}`)
}
const menuOf = ({ actions: menu = [] }: Device, wanted: ActionName) => menu.find(({ name }) => name === wanted)

test.each(actionNames)('%s is accepted, taken and done, and the record tells of it', async (action) => {
  const { id, accepted, entry, after } = await done(action)
  expect(accepted).toMatchObject({ command_name: action, command_status: 1, added_by_name: 'test' })
  expect(entry.command_history_id).toBe(accepted.command_history_id)
  const life = entry.command_life ?? []
  expect(life.map(({ status_code: code }) => code)).toEqual([1, 4, 2])
  const times = life.map(({ updated_time: time }) => Number(time))
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(times[0]).toBe(entry.added_time)
  expect(after).toMatchObject({
    command_name: action,
    command_status: 2,
    command_history_id: entry.command_history_id,
    last_contact_time: times.at(-1),
  })
  expect(after.commands?.[0]).toEqual(entry)
  expect(await world.call(getRecentCommand, { device_id: id })).toMatchObject({ command_name: action, status_code: 2 })
})

describe('what a command does to its device', () => {
  test('a scan brings news of battery and storage, and of the contact', async () => {
    const { before, after, entry } = await done('scan')
    expect(after.last_contact_time).toBe(entry.command_life?.at(-1)?.updated_time)
    expect(after.last_contact_time).toBeGreaterThan(Number(before.last_contact_time))
    expect(Number(after.battery_level)).toBeLessThanOrEqual(100)
    expect(Number(after.used_device_space) + Number(after.available_device_capacity)).toBeCloseTo(
      Number(after.device_capacity),
      5,
    )
  })

  test('a located device has a place, and one more on its track', async () => {
    const { before, after, entry } = await done('fetch_location')
    expect(after.located_time).toBe(entry.command_life?.at(-1)?.updated_time)
    expect(after.locations).toHaveLength((before.locations?.length ?? 0) + 1)
    expect(after.locations?.[0]).toMatchObject({ latitude: after.latitude, longitude: after.longitude })
    expect(after.locations?.slice(1)).toEqual(before.locations ?? [])
  })

  test('lost mode shows in the record, the list and the menu, and ends', async () => {
    const { id, after } = await done('enable_lost_mode', { audit_message: 'Left in a taxi', remarks: 'Ticket 4711' })
    expect(after.remarks).toBe('Ticket 4711')
    expect(after).toMatchObject({ is_lost_mode_enabled: true, audit_message: 'Left in a taxi' })
    expect(menuOf(after, 'enable_lost_mode')).toMatchObject({ is_enabled: false })
    expect(menuOf(after, 'disable_lost_mode')).toMatchObject({ is_enabled: true })
    const { rows } = await world.list({ serial_number: after.serial_number })
    expect(rows).toMatchObject([{ device_id: id, is_lost_mode_enabled: true }])
    expect((await then(id, 'disable_lost_mode')).is_lost_mode_enabled).toBe(false)
  })

  test('a cleared passcode is gone, in the flat fields and in the object', async () => {
    const { after } = await done('clear_passcode')
    expect(after).toMatchObject({ passcode_present: false, security: { passcode_present: false } })
  })

  test('a passcode that was sent is kept nowhere: not in an answer, not in the log, not on the disk', async () => {
    const passcode = 'very-secret-77'
    const { id } = await done('reset_passcode', { passcode })
    const waiting = ableTo('reset_passcode').find((one) => !used.has(one)) ?? ''
    await world.send(waiting, 'reset_passcode', { passcode })
    const told = [await world.history(id), await world.history(waiting), await world.record(id), world.logged]
    expect(stringifyJson(told)).not.toContain(passcode)
    const files = await readdir(world.folder)
    for (const file of files) expect((await readFile(join(world.folder, file))).includes(passcode)).toBe(false)
  })

  test.each(['complete_wipe', 'corporate_wipe'] as const)('%s ends the management of the device', async (wipe) => {
    const { id, after } = await done(wipe)
    expect(after).toMatchObject({ managed_status: 4, is_removed: true })
    expect(menuOf(after, 'scan')).toMatchObject({ is_enabled: false, action_info: 'The device is not managed' })
    const { rows } = await world.list({ serial_number: after.serial_number, managed_status: ['4'] })
    expect(rows).toMatchObject([{ device_id: id, managed_status: 4, is_removed: true }])
    const left = await world.list({ serial_number: after.serial_number, exclude_removed: true })
    expect(left.rows).toEqual([])
  })

  test('an erased device that stays enrolled stays enrolled', async () => {
    const { after } = await done('complete_wipe', { wipe_but_retain_mdm: true })
    expect(after).toMatchObject({ managed_status: 2, is_removed: false, passcode_present: false })
  })

  test('a paused kiosk cannot be paused again, and runs when it is re-applied', async () => {
    const { id, after } = await done('pause_kiosk')
    expect(menuOf(after, 'pause_kiosk')).toMatchObject({
      is_enabled: false,
      action_info: 'Kiosk mode is already paused',
    })
    expect(menuOf(await then(id, 're_apply_kiosk'), 'pause_kiosk')).toMatchObject({ is_enabled: true })
  })

  test('a kiosk that is paused for some minutes comes back by itself', async () => {
    const { id, after } = await done('pause_kiosk', { re_enter_time: 10 })
    expect(menuOf(after, 'pause_kiosk')).toMatchObject({ is_enabled: false })
    await world.later(12 * minute)
    expect(menuOf(await world.record(id), 'pause_kiosk')).toMatchObject({ is_enabled: true })
  })

  test('a device that was shut down leaves the next command waiting until it is back', async () => {
    const { id } = await done('shutdown')
    const accepted = await world.send(id, 'scan')
    expect(accepted.remarks).toBe('The device is offline')
    await world.later(2 * minute)
    expect((await world.history(id))[0]).toMatchObject({ command_status: 1 })
    await world.later(120 * minute)
    expect((await world.history(id))[0]).toMatchObject({ command_status: 2 })
  })

  test('what still waits for a device ends when the device is wiped', async () => {
    const id = ableTo('complete_wipe').find((one) => !used.has(one)) ?? ''
    used.add(id)
    await world.switchLab(`devices/${id}`, 'POST', { connection: 'online' })
    await world.send(id, 'complete_wipe')
    await world.send(id, 'lock')
    await world.later(5 * minute)
    expect(await world.history(id, { limit: 2 })).toMatchObject([
      { command_name: 'lock', command_status: 0, remarks: expect.stringMatching(/Management .* ended/) as string },
      { command_name: 'complete_wipe', command_status: 2 },
    ])
  })
})

test('a command is a change of its device, when it is sent and with each step', async () => {
  const id = ableTo('scan').find((one) => !used.has(one)) ?? ''
  await world.switchLab(`devices/${id}`, 'POST', { connection: 'online' })
  const { deltaToken } = await world.list({ limit: 1 })
  await world.send(id, 'scan')
  const sent = await world.list({ 'delta-token': deltaToken })
  expect(sent.rows.map(({ device_id }) => device_id)).toEqual([id])
  await world.later(minute)
  const ended = await world.list({ 'delta-token': sent.deltaToken })
  expect(ended.rows.map(({ device_id }) => device_id)).toEqual([id])
  expect((await world.list({ 'delta-token': ended.deltaToken })).rows).toEqual([])
})
