// Over 100,000 records, nobody waits because of what somebody else asks for: no work keeps the thread for long.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authenticate } from '#contract/desktop/authentication.ts'
import { getInventorySummary } from '#contract/desktop/inventory.ts'
import { getComputerSummary, listComputers } from '#contract/desktop/som.ts'
import type { Input } from '#contract/endpoint.ts'
import { sendCommands } from '#contract/mdm/commands.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { updateDevice } from '#contract/mdm/devices.ts'
import { listGroupMembers, listGroups } from '#contract/mdm/groups.ts'
import { listUsers } from '#contract/mdm/users.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import { longestStall } from '../crypto/longest-stall.ts'
import { noPostgres, startPostgres } from '../platform/database/postgres.ts'
import { fillAudit } from './console/audit/many-entries.ts'
import { openTrail } from './console/audit/trail-world.ts'
import { startRunning, type Running } from './running.ts'

const records = 100_000
const maxMs = 100
const databases = [
  { name: 'SQLite', skip: undefined },
  { name: 'PostgreSQL', skip: noPostgres },
]

describe.each(databases)('nothing holds the others up over 100,000 records on $name', ({ name, skip }) => {
  let running: Running
  let key: string
  let token: string
  const closing: (() => Promise<void>)[] = []
  const newDatabase = async (called: string) => {
    if (name === 'SQLite') return undefined
    const postgres = await startPostgres()
    return postgres.createDatabase(called)
  }

  beforeAll(async () => {
    if (skip) return
    running = await startRunning({ seed: `large:${records}`, url: await newDatabase('large') })
    closing.push(() => running.stop())
    key = await running.mdmKey()
    const who = { username: 'admin', password: running.password, auth_type: 'local_authentication' } as const
    token = (await running.call(authenticate, who)).auth_data?.auth_token ?? ''
  }, 1_800_000)
  afterAll(async () => {
    for (const close of closing) await close()
  })

  const devices = (input: Input<typeof listDevices>) => () => running.call(listDevices, input, key)
  const computers = (input: Input<typeof listComputers>) => () => running.call(listComputers, input, token)
  const named = (searchvalue: string) =>
    computers({ searchtype: 'resource_name', searchcolumn: 'resource_name', searchvalue })
  const asked: Record<string, () => Promise<unknown>> = {
    'a page of devices': devices({ offset: 500 }),
    'a page deep inside': devices({ sort: '-last_contact_time', offset: 60_000 }),
    'a filter and an order': devices({ platform: 'Platform B', managed_status: ['2'], sort: 'model' }),
    'a filter that few match': devices({ owned_by: '2', device_type: 'tablet', sort: '-office' }),
    'a text of one character': devices({ search: 'q' }),
    'a text of two characters': devices({ search: 'xq' }),
    'a text that nothing has': devices({ search: 'no device has this' }),
    'a text that very many have': devices({ search: 'har', sort: '-asset_tag' }),
    'users by a text': () => running.call(listUsers, { search: 'an', limit: 50 }, key),
    'members of a group': async () => {
      const { rows } = await running.call(listGroups, { limit: 200 }, key)
      const largest = rows.toSorted((a, b) => (b.device_count ?? 0) - (a.device_count ?? 0))[0]
      return running.call(listGroupMembers, { group_id: largest?.group_id ?? '' }, key)
    },
    'a page of computers': computers({ page: 30 }),
    'computers by one character': named('q'),
    'computers by a text': named('lap'),
    'computers by a filter and an order': computers({
      platformfilter: ['1'],
      sort: '-agent_last_contact_time',
      page: 7,
    }),
    'the summary of computers': () => running.call(getComputerSummary, {}, token),
    'the summary of the inventory': () => running.call(getInventorySummary, {}, token),
  }

  test.skipIf(skip).each(Object.keys(asked))('%s', async (what) => {
    // Each counts from the start: an edit before it, and nothing is known any more.
    const [device] = (await running.call(listDevices, { limit: 1 }, key)).rows
    await running.call(updateDevice, { device_id: device?.device_id ?? '', asset_tag: what.slice(0, 20) }, key)
    expect(await longestStall(async () => asked[what]?.())).toBeLessThan(maxMs)
  })

  test.skipIf(skip)('a command to 5,000 devices', async () => {
    const db = running.database.db.$extendTables<DeviceTables>()
    const rows = await db.selectFrom('device').select('device_id').orderBy('pk').limit(5000).execute()
    const device_ids = rows.map(({ device_id }) => device_id)
    const stall = await longestStall(() => running.call(sendCommands, { action_name: 'scan', device_ids }, key))
    expect(stall).toBeLessThan(maxMs)
  })

  test.skipIf(skip)('the chain of the audit is verified', async () => {
    const world = await openTrail(await newDatabase('large_audit'))
    closing.push(world.close)
    await fillAudit(world, records, Date.now() - records * 1000)
    const stall = await longestStall(async () => {
      expect(await world.trail.verify()).toMatchObject({ intact: true, entries: records })
    })
    expect(stall).toBeLessThan(maxMs)
  })
})
