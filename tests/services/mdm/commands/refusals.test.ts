import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type ActionName, actionNames } from '#contract/mdm/actions/actions.ts'
import {
  sendCommand,
  sendCommands,
  suspendCommand,
  wipeDevice,
  wipeCorporateDataOfDevices,
  wipeDevices,
} from '#contract/mdm/commands.ts'
import type { Device } from '#contract/mdm/devices.ts'
import { problemOf, signInTo } from '../../desktop/sign-in.ts'
import { ableTo, type CommandWorld, idAt, minute, recordAt, startWorld, stopClock } from './command-world.ts'

let world: CommandWorld
beforeAll(async () => {
  stopClock()
  world = await startWorld()
})
afterAll(async () => {
  await world.stop()
  vi.useRealTimers()
})

/** The first device of the fleet of which this holds. */
const deviceWhere = (holds: (record: Device) => unknown) => {
  const index = Array.from({ length: 120 }, (_, at) => at).find((at) => holds(recordAt(at)))
  if (index === undefined) throw new Error('No such device in this fleet')
  return idAt(index)
}
const refused = (id: string, action: ActionName) => problemOf(world.send(id, action))

describe('a device that cannot do it is told why, with HTTP 412', () => {
  const enrolled = 2
  test.each([
    ['not enrolled', 'scan', 'CMD0001', 'The device is not managed', { managed_status: 1 }],
    [
      'another platform',
      'reset_passcode',
      'CMD0001',
      'Reset passcode is not offered on this device',
      { platform_type: 'Platform A' },
    ],
    [
      'not lost',
      'disable_lost_mode',
      'CMD0001',
      'The device is not in lost mode',
      { is_lost_mode_enabled: false, model_type: 'Smartphone' },
    ],
    ['not supervised', 'restart', 'CMD0001', 'Only on a supervised device', { is_supervised: false }],
    [
      'personal',
      'fetch_location',
      'LOC0001',
      'Personal devices cannot be located',
      { owned_by: 2, model_type: 'Smartphone' },
    ],
    [
      'without Assist',
      'remote_control',
      'COM0007',
      'Assist is not integrated for this platform',
      { platform_type: 'Platform C' },
    ],
  ] as const)('%s: %s is %s', async (_, action, code, message, wanted) => {
    const id = deviceWhere((record) =>
      Object.entries({ managed_status: enrolled, ...wanted }).every(
        ([name, value]) => record[name as 'model'] === value,
      ),
    )
    expect(await refused(id, action)).toMatchObject({ code, message, status: 412 })
  })

  test('what the menu of a device disables is refused with the reason that it shows, and nothing else is', async () => {
    const ids = Array.from({ length: 40 }, (_, at) => idAt(at))
    for (const id of ids) {
      const { actions = [] } = await world.record(id)
      for (const { name, is_enabled, action_info } of actions) {
        if (is_enabled) continue
        expect(await refused(id, name as ActionName)).toMatchObject({ message: action_info, status: 412 })
      }
    }
  })

  test('nothing of what was refused is in a history', async () => {
    const id = deviceWhere(({ managed_status: status }) => status === 1)
    await refused(id, 'lock')
    expect(await world.history(id)).toEqual([])
  })
})

describe('a body', () => {
  const post = async (path: string, body?: string, type = 'application/json') => {
    const headers = { authorization: await world.mdmKey(), ...(body !== undefined && { 'content-type': type }) }
    const answer = await world.ask(path, { method: 'POST', headers, body })
    return { status: answer.status, body: (await answer.json()) as { error_code?: string; error_description?: string } }
  }
  const [able = ''] = ableTo('lock')
  const one = `devices/${able}/actions`
  /** Both prefixes of real servers. */
  const at = (path: string) => sendCommands.path.replace('actions/{action_name}', path)

  test('may be missing where the action needs nothing, also without a content type', async () => {
    expect(await post(at(`${one}/scan`))).toMatchObject({ status: 200 })
    expect(await post(at(`mdm/${one}/scan`), '')).toMatchObject({ status: 200 })
  })

  test('of a command to many devices is needed: COM0006', async () => {
    expect(await post(at('actions/scan'), '')).toMatchObject({ status: 400, body: { error_code: 'COM0006' } })
  })

  test.each([
    ['lock', '{"action_name":"lock"}', 'action_name'],
    ['lock', '{"color":"red"}', 'color'],
    ['lock', '{"passcode":"123456"}', 'passcode'],
    ['lock', '{"unlock_pin":"12ab"}', 'unlock_pin'],
    ['lock', '{"email_sent_to_user":7}', 'email_sent_to_user'],
    ['lock', '{"lock_message":{"a":1}}', 'lock_message'],
    ['pause_kiosk', '{"re_enter_time":0}', 're_enter_time'],
    ['unlock_user_account', '{}', 'user_name'],
    ['dance', '{}', 'action_name'],
    ['lock', '[]', 'body'],
    ['lock', '{"lock_message":', 'body'],
  ])('%s with %s is COM0005 and names %s', async (action, body, field) => {
    const answer = await post(at(`${one}/${action}`), body)
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'COM0005' } })
    expect(answer.body.error_description).toContain(`${field}: `)
  })

  test('of an action that there is not names all that there are, to one device and to many', async () => {
    for (const path of [`${one}/Complete_Wipe`, 'actions/Complete_Wipe']) {
      const { error_description: said } = (await post(at(path), '{}')).body
      for (const name of actionNames) expect(said, path).toContain(name)
    }
  })

  test.each([
    ['{}', 'device_ids'],
    ['{"device_ids":null}', 'device_ids'],
    ['{"device_ids":"1"}', 'device_ids'],
    [`{"device_ids":[${'1,'.repeat(10_000)}1]}`, 'device_ids'],
    ['{"device_ids":["1"],"lock_message":"x"}', 'lock_message'],
  ])('a command to many with %.40s is COM0005 and names %s', async (body, field) => {
    const answer = await post(at('actions/scan'), body)
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'COM0005' } })
    expect(answer.body.error_description).toContain(`${field}: `)
  })

  test.each([
    ['{"device_ids":[]}', 'device_ids: contains no device'],
    ['{"groups":[]}', 'groups: contains no group'],
    ['{"device_ids":[],"groups":[]}', 'device_ids: contains no device'],
  ])('a command to many with the empty list %s is COM0009, as everywhere', async (body, error_description) => {
    for (const action of ['scan', 'complete_wipe']) {
      expect(await post(at(`actions/${action}`), body)).toMatchObject({
        status: 422,
        body: { error_code: 'COM0009', error_description },
      })
    }
  })

  test('a group that there is not is an unknown resource', async () => {
    expect(await post(at('actions/scan'), '{"groups":["nothing"]}')).toMatchObject({ body: { error_code: 'COM0008' } })
  })

  test('an action is posted: other methods are 405', async () => {
    const answer = await world.ask(at(`${one}/scan`), { headers: { authorization: await world.mdmKey() } })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
  })
})

test('an unknown device or entry is an unknown resource', async () => {
  expect(await refused('nothing', 'scan')).toMatchObject({ code: 'COM0008', status: 404 })
  const input = { device_id: idAt(3), command_history_id: '1' }
  expect(await problemOf(world.call(suspendCommand, input))).toMatchObject({ code: 'COM0008', status: 404 })
})

describe('who may', () => {
  const tokenOf = async (name: string) => (await signInTo(world).withPassword(name)).auth_data?.auth_token
  const [id = ''] = ableTo('complete_wipe')

  test('help desk only looks, an operator sends commands, and only an administrator wipes', async () => {
    const [helpdesk, operator, admin] = await Promise.all(['helpdesk', 'operator', 'admin'].map(tokenOf))
    const lock = { device_id: id, action_name: 'lock' } as const
    expect(await problemOf(world.callAs(sendCommand, lock, helpdesk))).toMatchObject({ status: 403 })
    expect(await world.callAs(sendCommand, lock, operator)).toMatchObject({ added_by: '2', added_by_name: 'operator' })
    const wipe = { device_id: id }
    expect(await problemOf(world.callAs(wipeDevice, wipe, operator))).toMatchObject({ status: 403 })
    for (const endpoint of [wipeDevices, wipeCorporateDataOfDevices]) {
      expect(await problemOf(world.callAs(endpoint, { device_ids: [id] }, operator))).toMatchObject({ status: 403 })
    }
    expect(await world.callAs(wipeDevice, wipe, admin)).toMatchObject({ command_name: 'complete_wipe' })
  })
})

describe('a command that waits', () => {
  test('can be suspended, and then never runs', async () => {
    const [, id = ''] = ableTo('restart')
    await world.switchLab(`devices/${id}`, 'POST', { connection: 'offline' })
    const { command_history_id = '' } = await world.send(id, 'restart')
    const suspended = await world.call(suspendCommand, { device_id: id, command_history_id })
    expect(suspended).toMatchObject({ command_status: 0, remarks: 'Suspended by test before the device received it' })
    await world.switchLab(`devices/${id}`, 'DELETE')
    await world.later(10 * minute)
    expect((await world.history(id))[0]).toEqual(suspended)
    expect(await problemOf(world.call(suspendCommand, { device_id: id, command_history_id }))).toMatchObject({
      code: 'CMD0002',
      message: 'The command has already ended: it can no longer be suspended',
    })
  })

  test('cannot be suspended once the device has taken it: CMD0002', async () => {
    const [, , id = ''] = ableTo('restart')
    await world.switchLab(`devices/${id}`, 'POST', { connection: 'online' })
    const { command_history_id = '' } = await world.send(id, 'restart')
    await world.later(8000)
    const suspended = problemOf(world.call(suspendCommand, { device_id: id, command_history_id }))
    expect(await suspended).toMatchObject({
      code: 'CMD0002',
      status: 412,
      message: 'The device has already received the command: it can no longer be suspended',
    })
    await world.later(2 * minute)
    expect(await problemOf(world.call(suspendCommand, { device_id: id, command_history_id }))).toMatchObject({
      code: 'CMD0002',
    })
  })
})
