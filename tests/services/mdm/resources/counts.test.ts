import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  addDeviceApps,
  createApp,
  deleteApp,
  listApps,
  listDeviceApps,
  refreshDeviceApps,
  removeDeviceApps,
} from '#contract/mdm/apps.ts'
import { getDeviceSummary } from '#contract/mdm/device-parts.ts'
import { getDevice, updateDevice } from '#contract/mdm/devices.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import {
  addGroupApps,
  addGroupMembers,
  createGroup,
  deleteGroup,
  listGroupMembers,
  listGroups,
  removeGroupApps,
  removeGroupMember,
} from '#contract/mdm/groups.ts'
import { listUsers } from '#contract/mdm/users.ts'
import { Problem } from '#contract/problem.ts'
import { noPostgres, startPostgres } from '../../../platform/database/postgres.ts'
import { runs } from '../../../support/runs.ts'
import { startRunning, type Running } from '../../running.ts'
import { asking } from './asking.ts'

const databases = [
  { name: 'SQLite', skip: undefined },
  { name: 'PostgreSQL', skip: noPostgres },
]
type Device = {
  id: string
  platform: number
  enrolled: boolean
  own: Set<string>
  installed: Set<string>
  user: string
}
type Group = { members: Set<string>; apps: Set<string> }
/** What the service must hold, in plain sets. */
type Model = { devices: Map<string, Device>; groups: Map<string, Group>; apps: Map<string, number> }

describe.each(databases)('counts on $name', ({ name, skip }) => {
  let running: Running
  let stop = () => Promise.resolve()
  beforeAll(async () => {
    if (skip) return
    const postgres = name === 'PostgreSQL' ? await startPostgres() : undefined
    running = await startRunning({ seed: 'large:24', url: await postgres?.createDatabase('counts') })
    stop = async () => {
      await running.stop()
      await postgres?.stop()
    }
  })
  afterAll(() => stop())

  test.skipIf(skip)('after any changes, every count equals a plain model', { timeout: 120_000 }, async () => {
    const model = await startingModel(running)
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 12 }), async (steps) => {
        for (const step of steps) await take(running, model, step)
        await expectSame(running, model)
      }),
      { numRuns: runs(4, 12), endOnFailure: true },
    )
  })
})

const kinds = [
  'group',
  'ungroup',
  'join',
  'leave',
  'app',
  'unapp',
  'send',
  'takeBack',
  'sendGroup',
  'takeGroup',
] as const
const anyStep = fc.record({
  kind: fc.constantFrom(...kinds, 'join', 'send', 'sendGroup', 'install', 'assign'),
  a: fc.nat(1000),
  b: fc.nat(1000),
  c: fc.nat(1000),
})
type Step = { kind: string; a: number; b: number; c: number }

async function startingModel(running: Running): Promise<Model> {
  const { ask } = asking(running)
  const groups = new Map<string, Group>()
  for (const { group_id = '' } of (await ask(listGroups, { limit: 200 })).rows) {
    const { rows } = await ask(listGroupMembers, { group_id, limit: 200 })
    groups.set(group_id, { members: new Set(rows.map(({ device_id = '' }) => device_id)), apps: new Set() })
  }
  const apps = new Map<string, number>()
  for (const { app_id = '', platform_type = 0 } of (await ask(listApps, { limit: 200 })).rows)
    apps.set(app_id, platform_type)
  const devices = new Map<string, Device>()
  for (const listed of (await ask(listDevices, { limit: 200 })).rows) {
    const id = listed.device_id ?? ''
    const { rows } = await ask(listDeviceApps, { device_id: id })
    const having = (flag: 'is_distributed' | 'is_installed') =>
      new Set(rows.filter((app) => app[flag]).map(({ app_id = '' }) => app_id))
    const record = await ask(getDevice, { device_id: id })
    devices.set(id, {
      id,
      platform: record.platform_type_id ?? 0,
      enrolled: record.managed_status === 2,
      own: having('is_distributed'),
      installed: having('is_installed'),
      user: record.user?.user_id ?? '',
    })
  }
  return { devices, groups, apps }
}

/** What a device has: its own, and what its groups have for its platform. */
const distributed = ({ groups, apps }: Model, device: Device) =>
  new Set([
    ...device.own,
    ...[...groups.values()]
      .filter(({ members }) => members.has(device.id))
      .flatMap((group) => [...group.apps].filter((app) => apps.get(app) === device.platform)),
  ])

const nth = <T>(items: Iterable<T>, at: number): T => {
  const list = [...items]
  return list[at % list.length] as T
}

/** Do one thing to the service and, when it was allowed, to the model. */
async function take(running: Running, model: Model, { kind, a, b, c }: Step) {
  const { ask } = asking(running)
  const [groupId, group] = nth(model.groups, a)
  const device = nth(model.devices.values(), b)
  const app = nth(model.apps.keys(), c)
  const id = { group_id: groupId }
  const ids = [device.id, nth(model.devices.keys(), c)]
  const done = async (call: Promise<unknown>) =>
    call.then(
      () => true,
      (error: unknown) => {
        if (error instanceof Problem && error.status < 500) return false
        throw error
      },
    )
  if (kind === 'group') {
    const made = await ask(createGroup, { name: `Group ${model.groups.size} ${crypto.randomUUID()}` })
    model.groups.set(made.group_id ?? '', { members: new Set(), apps: new Set() })
  }
  if (kind === 'ungroup' && model.groups.size > 5 && (await done(ask(deleteGroup, id)))) model.groups.delete(groupId)
  if (kind === 'join' && (await done(ask(addGroupMembers, { ...id, member_ids: ids }))))
    for (const member of ids) group.members.add(member)
  if (kind === 'leave') {
    const left = await done(ask(removeGroupMember, { ...id, member_id: device.id }))
    expect(left).toBe(group.members.delete(device.id))
  }
  if (kind === 'app') {
    const platform_type = (a % 3) + 1
    const bundle_identifier = crypto.randomUUID()
    const made = await ask(createApp, { app_name: 'App', app_type: 1, platform_type, bundle_identifier })
    model.apps.set(made.app_id ?? '', platform_type)
  }
  if (kind === 'unapp') {
    const used = [...model.devices.values()].some(({ own }) => own.has(app))
    const sent = [...model.groups.values()].some(({ apps }) => apps.has(app))
    expect(await done(ask(deleteApp, { app_id: app }))).toBe(!used && !sent)
    if (!used && !sent) {
      model.apps.delete(app)
      for (const { installed } of model.devices.values()) installed.delete(app)
    }
  }
  if (kind === 'send') {
    const fits = device.enrolled && model.apps.get(app) === device.platform
    expect(await done(ask(addDeviceApps, { device_id: device.id, app_ids: [app] }))).toBe(fits)
    if (fits) device.own.add(app)
  }
  if (kind === 'takeBack') {
    const mine = device.own.size > 0 ? nth(device.own, c) : app
    const taken = await done(ask(removeDeviceApps, { device_id: device.id, app_ids: [mine] }))
    expect(taken).toBe(device.own.delete(mine))
    if (taken && !distributed(model, device).has(mine)) device.installed.delete(mine)
  }
  if (kind === 'sendGroup') {
    await ask(addGroupApps, { ...id, app_ids: [app] })
    group.apps.add(app)
  }
  if (kind === 'takeGroup')
    expect(await done(ask(removeGroupApps, { ...id, app_ids: [app] }))).toBe(group.apps.delete(app))
  if (kind === 'install' && (await done(ask(refreshDeviceApps, { device_id: device.id }))))
    device.installed = new Set([...device.installed, ...distributed(model, device)])
  if (kind === 'assign') {
    const user_id = nth([...model.devices.values()].map(({ user }) => user).filter(Boolean), c)
    if (await done(ask(updateDevice, { device_id: device.id, user_id }))) {
      device.user = user_id
      device.enrolled ||= (await ask(getDevice, { device_id: device.id })).managed_status === 2
    }
  }
}

async function expectSame(running: Running, model: Model) {
  const { ask } = asking(running)
  const devices = [...model.devices.values()]
  const groups = (await ask(listGroups, { limit: 200 })).rows
  expect(new Map(groups.map(({ group_id, device_count, app_count }) => [group_id, [device_count, app_count]]))).toEqual(
    new Map([...model.groups].map(([id, { members, apps }]) => [id, [members.size, apps.size]])),
  )
  const apps = (await ask(listApps, { limit: 200 })).rows
  const counted = apps.map((app) => [app.app_id, [app.device_count, app.installed_count, app.group_count]] as const)
  const expectedOf = (app: string) => [
    devices.filter((device) => distributed(model, device).has(app)).length,
    devices.filter(({ installed }) => installed.has(app)).length,
    [...model.groups.values()].filter((group) => group.apps.has(app)).length,
  ]
  expect(new Map(counted)).toEqual(new Map([...model.apps.keys()].map((app) => [app, expectedOf(app)])))
  for (const listed of (await ask(listDevices, { limit: 200 })).rows) {
    const device = model.devices.get(listed.device_id ?? '') as Device
    const expected = {
      app_count: device.installed.size,
      group_count: [...model.groups.values()].filter(({ members }) => members.has(device.id)).length,
    }
    expect(listed.summary ?? { app_count: 0, group_count: 0 }).toMatchObject(expected)
    expect(await ask(getDeviceSummary, { device_id: device.id })).toEqual(
      listed.summary ?? { app_count: 0, group_count: 0, profile_count: 0, doc_count: 0 },
    )
  }
  const { id: device_id } = nth(devices, apps.length + groups.length)
  const record = await ask(getDevice, { device_id })
  const own = model.devices.get(device_id) as Device
  expect(new Set(record.apps?.map(({ app_id }) => app_id))).toEqual(distributed(model, own))
  expect(new Set(record.installed_apps?.map(({ app_id }) => app_id))).toEqual(own.installed)
  const users = (await ask(listUsers, { limit: 200 })).rows
  for (const { user_id, device_count } of users)
    expect(device_count).toBe(devices.filter(({ user }) => user === user_id).length)
}
