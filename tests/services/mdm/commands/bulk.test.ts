import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type ActionName, actionNames } from '#contract/mdm/actions/actions.ts'
import { sendCommands } from '#contract/mdm/commands.ts'
import { listGroups } from '#contract/mdm/groups.ts'
import { endedChanges } from '#services/mdm/resources/change-numbers.ts'
import type { DeviceTables } from '#services/mdm/tables.ts'
import { noPostgres, startPostgres } from '../../../platform/database/postgres.ts'
import { runs, withinMs } from '../../../support/runs.ts'
import { type CommandWorld, hour, idAt, recordAt, startWorld, stopClock } from './command-world.ts'

const fleet = 600

const indexOfId = new Map(Array.from({ length: fleet }, (_, at) => [idAt(at), at]))
/** A device is able when its record says so. */
function isAble(id: string, action: ActionName) {
  const at = indexOfId.get(id)
  return (
    at !== undefined && recordAt(at).actions?.some(({ name, is_enabled }) => name === action && is_enabled) === true
  )
}
const databases = [
  { name: 'SQLite', skip: undefined },
  { name: 'PostgreSQL', skip: noPostgres },
]

describe.each(databases)('a command to many devices on $name', ({ name, skip }) => {
  let world: CommandWorld
  let stop = () => Promise.resolve()
  beforeAll(async () => {
    if (skip) return
    stopClock()
    const postgres = name === 'PostgreSQL' ? await startPostgres() : undefined
    world = await startWorld({ seed: `large:${fleet}`, url: await postgres?.createDatabase('bulk') })
    stop = async () => {
      await world.stop()
      await postgres?.stop()
      vi.useRealTimers()
    }
  })
  afterAll(() => stop())

  const harmless = actionNames.filter((action) => !/wipe|lost_mode|kiosk|unlock|shutdown/.test(action)) as 'scan'[]
  const index = fc.nat(fleet - 1)
  const ids = fc.array(fc.oneof({ weight: 9, arbitrary: index.map(idAt) }, fc.constantFrom('x', '%', '0')), {
    minLength: 1,
    maxLength: 60,
  })

  test.skipIf(skip)('counts and lists are those of a model that asks device by device', async () => {
    await fc.assert(
      fc.asyncProperty(ids, fc.constantFrom(...harmless), async (wanted, action) => {
        const result = await world.sendAll(wanted, action)
        const { success_list: sent = [], na_list: not = [] } = result
        expect(new Set(sent.map(({ device_id }) => device_id))).toEqual(
          new Set(wanted.filter((id) => isAble(id, action))),
        )
        expect(new Set(not.map(({ device_id }) => device_id))).toEqual(
          new Set(wanted.filter((id) => !isAble(id, action))),
        )
        expect(result).toMatchObject({
          total_count: new Set(wanted).size,
          success_count: sent.length,
          not_applicable_count: not.length,
        })
        expect(sent.length + not.length).toBe(new Set(wanted).size)
        expect(not.every(({ remarks }) => remarks)).toBe(true)
        expect([...sent, ...not].every(({ status }) => status === 'SCHEDULED')).toBe(true)
      }),
      { numRuns: runs(10, 40) },
    )
  })

  test.skipIf(skip)(
    'five hundred devices are answered at once, and each history shows its own course to its end',
    async () => {
      const wanted = Array.from({ length: 500 }, (_, at) => idAt(at))
      const start = performance.now()
      const { success_list: sent = [], total_count } = await world.sendAll(wanted, 'lock', {
        lock_message: 'Come home',
      })
      const ms = performance.now() - start
      expect(total_count).toBe(500)
      expect(sent.length).toBeGreaterThan(400)
      expect(ms).toBeLessThan(withinMs(2000))
      await world.later(5 * hour)
      const courses = new Set<string>()
      const looked = sent.slice(0, runs(100, 500))
      for (const { device_id = '' } of looked) {
        const [last] = await world.history(device_id, { limit: 1 })
        expect(last).toMatchObject({ command_name: 'lock', device_id })
        expect([0, 2]).toContain(last?.command_status)
        courses.add(String(last?.command_life?.map(({ updated_time }) => updated_time)))
      }
      expect(courses.size).toBeGreaterThan(looked.length / 2)
    },
    60_000,
  )

  test.skipIf(skip)('is noted a hundred devices at a time, and others edit in between', async () => {
    const tables = world.database.db.$extendTables<DeviceTables>()
    const changes = async () =>
      Object.values((await endedChanges(tables)).changes).reduce((all, number) => all + number, 0)
    const before = await changes()
    const wanted = Array.from({ length: 500 }, (_, at) => idAt(at))
    const { success_list: sent = [] } = await world.sendAll(wanted, 'scan')
    expect(sent.length).toBeGreaterThan(400)
    expect((await changes()) - before).toBeGreaterThanOrEqual(Math.ceil(sent.length / 100))
  })

  test.skipIf(skip)('a group stands for its devices', async () => {
    const { rows } = await world.call(listGroups, { limit: 200 })
    const group = rows.find(({ device_count = 0 }) => device_count > 3)
    const result = await world.call(sendCommands, { action_name: 'scan', groups: [group?.group_id ?? ''] })
    expect(result.total_count).toBe(group?.device_count)
  })
})
