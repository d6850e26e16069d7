// Changes at the same time: none waits for one that touches something else, and readers of deltas miss none.
import { setImmediate as turn } from 'node:timers/promises'
import * as fc from 'fast-check'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Input } from '#contract/endpoint.ts'
import { parseJson, stringifyJson } from '#contract/json.ts'
import { addDeviceApps, listApps, removeDeviceApps } from '#contract/mdm/apps.ts'
import { type DeviceSummary, listDevices } from '#contract/mdm/device-list.ts'
import { getDevice, updateDevice } from '#contract/mdm/devices.ts'
import { sendCommand } from '#contract/mdm/commands.ts'
import { addGroupMembers, createGroup, deleteGroup, listGroups, removeGroupMember } from '#contract/mdm/groups.ts'
import { listUsers, updateUser } from '#contract/mdm/users.ts'
import { skipTokenOf } from '#contract/page.ts'
import { changedSince, endedChanges } from '#services/mdm/resources/change-numbers.ts'
import { asChange, lockDevices, markDevices } from '#services/mdm/resources/change.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import { noPostgres, startPostgres } from '../../../platform/database/postgres.ts'
import { runs } from '../../../support/runs.ts'
import { startRunning, type Running } from '../../running.ts'

const databases = [
  { name: 'SQLite', skip: undefined },
  { name: 'PostgreSQL', skip: noPostgres },
]
const devices = 40

describe.each(databases)('changes on $name', ({ name, skip }) => {
  let running: Running
  let key: string
  let db: Kysely<DeviceTables>
  let stop = () => Promise.resolve()
  beforeAll(async () => {
    if (skip) return
    const postgres = name === 'PostgreSQL' ? await startPostgres() : undefined
    running = await startRunning({ seed: `large:${devices}`, url: await postgres?.createDatabase('changes') })
    key = await running.mdmKey()
    db = running.database.db.$extendTables<DeviceTables>()
    stop = async () => {
      await running.stop()
      await postgres?.stop()
    }
  })
  afterAll(() => stop())

  const list = (input: Input<typeof listDevices>) => running.call(listDevices, input, key)
  const deviceIds = async () => (await list({ limit: devices })).rows.map(({ device_id = '' }) => device_id)

  /** A change of one device that takes its time before, between and after what it writes. */
  const tagged = (pk: number, tag: string, [before, between, after]: readonly [number, number, number]) =>
    asChange(db, async (transaction, changed) => {
      await turns(before)
      await lockDevices(transaction, [pk])
      const { summary } = await transaction
        .selectFrom('device')
        .select('summary')
        .where('pk', '=', pk)
        .executeTakeFirstOrThrow()
      const text = stringifyJson({ ...(parseJson(summary) as DeviceSummary), asset_tag: tag })
      await transaction.updateTable('device').set({ summary: text }).where('pk', '=', pk).execute()
      await turns(between)
      await markDevices(transaction, [pk], changed)
      await turns(after)
    })

  /** Whoever keeps a copy of the list, page by page, and follows its deltas. */
  function follower() {
    const copy = new Map<string | undefined, string | undefined>()
    let since: string | undefined
    return {
      copy,
      follow: async () => {
        let next: string | undefined
        for (let first = true; first || next !== undefined; first = false) {
          const page = await list({ limit: 7, 'delta-token': since, 'skip-token': next })
          for (const { device_id, asset_tag } of page.rows) copy.set(device_id, asset_tag)
          next = skipTokenOf(page.next)
          if (next === undefined) since = page.deltaToken
        }
      },
    }
  }

  test.skipIf(skip)('a copy that follows the deltas is the list, whatever changed at the same time', async () => {
    const time = fc.nat(12)
    const change = fc.record({
      pk: fc.integer({ min: 1, max: devices }),
      starts: fc.nat(20),
      takes: fc.tuple(time, time, time),
    })
    let count = 0
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), fc.nat(10), async (changes, pause) => {
        const { copy, follow } = follower()
        await follow()
        const ended: number[] = []
        const made = changes.map(async ({ pk, starts, takes }) => {
          await turns(starts)
          await tagged(pk, `tag ${(count += 1)}`, takes)
          ended.push(pk)
        })
        while (ended.length < changes.length) {
          await follow()
          await turns(pause)
        }
        await Promise.all(made)
        await follow()
        const { rows } = await list({ limit: devices })
        expect(copy).toEqual(new Map(rows.map(({ device_id, asset_tag }) => [device_id, asset_tag])))
      }),
      { numRuns: runs(12, 200) },
    )
  })

  test.skipIf(skip)('what is written to the same device at the same time is all there', async () => {
    const [device_id = ''] = await deviceIds()
    const fields = ['asset_tag', 'office', 'description', 'asset_owner'] as const
    for (let round = 0; round < 3; round += 1) {
      await Promise.all(
        fields.map((field) => running.call(updateDevice, { device_id, [field]: `${field} ${round}` }, key)),
      )
      expect(await running.call(getDevice, { device_id }, key)).toMatchObject(
        Object.fromEntries(fields.map((field) => [field, `${field} ${round}`])),
      )
    }
  })

  test.skipIf(skip)('changes that touch devices, users, groups and apps all end', async () => {
    const ids = await deviceIds()
    const groups = (await running.call(listGroups, { limit: 4 }, key)).rows.map(({ group_id = '' }) => group_id)
    const users = (await running.call(listUsers, { limit: 6 }, key)).rows.map(({ user_id = '' }) => user_id)
    const apps = (await running.call(listApps, { limit: 4 }, key)).rows.map(({ app_id = '' }) => app_id)
    const one = (all: readonly string[], at: number) => all[at % all.length] ?? ''
    const several = (at: number) => [one(ids, at * 7 + 3), one(ids, at * 5), one(ids, at)]
    const works = [
      (at: number) => running.call(addGroupMembers, { group_id: one(groups, at), member_ids: several(at) }, key),
      (at: number) => running.call(removeGroupMember, { group_id: one(groups, at), member_id: one(ids, at) }, key),
      (at: number) => running.call(addDeviceApps, { device_id: one(ids, at), app_ids: apps.toReversed() }, key),
      (at: number) => running.call(removeDeviceApps, { device_id: one(ids, at), app_ids: apps }, key),
      (at: number) => running.call(updateDevice, { device_id: one(ids, at), user_id: one(users, at) }, key),
      (at: number) => running.call(updateUser, { user_id: one(users, at), user_name: `User ${at}` }, key),
    ]
    // What others have just taken away may be refused; what fails does not end.
    const failed: unknown[] = []
    const person = async (who: number) => {
      for (let step = 0; step < runs(20, 200); step += 1) {
        const work = works[(who + step) % works.length]
        await work?.(step).catch((error: { status?: number }) => (error.status ?? 500) >= 500 && failed.push(error))
      }
    }
    await Promise.all(works.map((_, who) => person(who)))
    expect(failed).toEqual([])
  })

  // In SQLite one transaction is open at a time.
  test.skipIf(skip ?? name === 'SQLite')('a change that ends after a later one comes with the next delta', async () => {
    const [id = '', other = ''] = await deviceIds()
    const { copy, follow } = follower()
    await follow()
    const pk = await keyOf(db, id)
    const begun = Promise.withResolvers<undefined>()
    const end = Promise.withResolvers<undefined>()
    const early = asChange(db, async (transaction, changed) => {
      await lockDevices(transaction, [pk])
      const summary = stringifyJson({ device_id: id, asset_tag: 'early' })
      await transaction.updateTable('device').set({ summary }).where('pk', '=', pk).execute()
      await markDevices(transaction, [pk], changed)
      begun.resolve(undefined)
      await end.promise
    })
    await begun.promise
    await running.call(updateDevice, { device_id: other, asset_tag: 'late' }, key)
    await follow()
    expect(copy.get(other)).toBe('late')
    expect(copy.get(id)).not.toBe('early')
    end.resolve(undefined)
    await early
    await follow()
    expect(copy.get(id)).toBe('early')
  })

  test.skipIf(skip)('totals are counted anew where a change may have altered one, and only there', async () => {
    const { rows } = await list({ limit: devices })
    const device_id = rows.find(({ managed_status }) => managed_status === 2)?.device_id ?? ''
    const countedAfter = async (change: () => Promise<unknown>) => {
      const before = (await endedChanges(db)).counted
      await change()
      return (await endedChanges(db)).counted !== before
    }
    const group = await running.call(createGroup, { name: 'Counted' }, key)
    const group_id = group.group_id ?? ''
    const sent = () => running.call(sendCommand, { device_id, action_name: 'scan' }, key)
    expect(await countedAfter(sent)).toBe(false)
    expect(await countedAfter(() => running.call(updateDevice, { device_id, asset_tag: 'found by it' }, key))).toBe(
      true,
    )
    expect((await list({ search: 'found by it' })).total).toBe(1)
    expect((await list({ group_id })).total).toBe(0)
    const members = { group_id, member_ids: [device_id] }
    expect(await countedAfter(() => running.call(addGroupMembers, members, key))).toBe(true)
    expect((await list({ group_id })).total).toBe(1)
    expect(await countedAfter(() => running.call(deleteGroup, { group_id }, key))).toBe(true)
    expect((await list({ group_id })).total).toBe(0)
  })

  test.skipIf(skip)('a token of before there were lanes, and changes of a lane that it does not know', async () => {
    const { changes: known } = await endedChanges(db)
    await sql`insert into change_lane (lane, number, counted) values (8191, 0, 0) on conflict do nothing`.execute(db)
    const numbers = [known['0'] ?? 0, (known['0'] ?? 0) + 1, 3 * 2 ** 40 + 1, 8191 * 2 ** 40 + 5]
    const rows = sql.join(
      numbers.map((number) => sql`select cast(${number} as bigint) as changed`),
      sql` union all `,
    )
    const { rows: found } = await sql<{ changed: number }>`select changed from (${rows}) as given
      where ${changedSince(sql.ref<number>('changed'), { 0: known['0'] ?? 0, 8191: 4 })} order by changed`.execute(db)
    expect(found.map(({ changed }) => changed)).toEqual(numbers.slice(1))
  })
})

async function turns(count: number) {
  for (let done = 0; done < count; done += 1) await turn()
}

const keyOf = async (db: Kysely<DeviceTables>, id: string) =>
  (await db.selectFrom('device').select('pk').where('device_id', '=', id).executeTakeFirstOrThrow()).pk
