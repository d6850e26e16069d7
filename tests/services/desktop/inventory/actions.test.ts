import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { desktop } from '#contract/desktop/operations.ts'
import { textOfKey } from '#contract/desktop/status.ts'
import { noPostgres, startPostgres } from '../../../platform/database/postgres.ts'
import { problemOf } from '../sign-in.ts'
import { type RunningInventory, startInventory } from './running-inventory.ts'

const databases = [
  { name: 'SQLite', skip: undefined },
  { name: 'PostgreSQL', skip: noPostgres },
]

describe.each(databases)('on $name', ({ name, skip }) => {
  let estate: RunningInventory
  let stopPostgres = () => Promise.resolve()
  beforeAll(async () => {
    if (skip) return
    const postgres = name === 'PostgreSQL' ? await startPostgres() : undefined
    if (postgres) stopPostgres = () => postgres.stop()
    estate = await startInventory({ desktops: 200, url: await postgres?.createDatabase('actions') })
  })
  afterAll(async () => {
    if (!skip) await estate.stop()
    await stopPostgres()
  })
  // The clock stands, and is moved: what is due happens when somebody looks.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }))
  afterEach(() => void vi.useRealTimers())
  const pass = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)

  const list = async (filter: object) =>
    (await estate.call(desktop.listScanComputers, { pagelimit: 1000, ...filter })).rows
  const idsOf = async (filter: object) => (await list(filter)).map(({ resource_id = '' }) => resource_id)
  const rowsOf = async (ids: string[]) =>
    (await estate.call(desktop.listComputers, { residfilter: ids, pagelimit: 1000 })).rows
  const statusesOf = async (ids: string[]) => (await rowsOf(ids)).map((row) => row.installation_status)

  test.skipIf(skip)(
    'an agent is on its way at once, and there, or refused for a reason, within 40 seconds',
    async () => {
      const ids = await idsOf({ installstatusfilter: ['21', '23', '29'] })
      expect(ids.length).toBeGreaterThan(10)
      await expect(estate.call(desktop.installAgents, { resourceids: ids })).resolves.toEqual({ accepted: ids.length })
      expect(new Set(await statusesOf(ids))).toEqual(new Set([21]))
      pass(40)
      const rows = await rowsOf(ids)
      expect(new Set(rows.map((row) => row.installation_status))).toEqual(new Set([22, 29]))
      for (const { installation_status, agent_version, remarks = '', agent_last_contact_time, error_code } of rows) {
        expect(textOfKey[remarks]).toBeDefined()
        if (installation_status === 22) {
          expect(agent_version).not.toBe('')
          expect(Number(agent_last_contact_time)).toBeLessThanOrEqual(Date.now())
        } else expect(Number(error_code)).toBeGreaterThan(0)
      }
    },
  )

  test.skipIf(skip)('an agent that leaves is gone within 40 seconds, or stays for a reason', async () => {
    const ids = (await idsOf({ installstatusfilter: ['22'] })).slice(0, 60)
    await estate.call(desktop.uninstallAgents, { resourceids: ids })
    expect(new Set(await statusesOf(ids))).toEqual(new Set([24]))
    pass(40)
    const rows = await rowsOf(ids)
    expect(new Set(rows.map((row) => row.installation_status))).toEqual(new Set([23, 29]))
    const gone = rows.filter((row) => row.installation_status === 23)
    for (const { agent_version, computer_live_status, agent_uninstalled_on } of gone) {
      expect(agent_version).toBe('')
      expect(computer_live_status).toBe(3)
      expect(Number(agent_uninstalled_on)).toBeGreaterThan(0)
    }
    const again = await problemOf(estate.call(desktop.uninstallAgents, { resourceids: [gone[0]?.resource_id ?? ''] }))
    expect(again).toMatchObject({ code: '10010', message: expect.stringContaining('has no agent') as unknown })
  })

  test.skipIf(skip)('a first scan brings the software of a computer into every count', async () => {
    const before = await estate.call(desktop.listSoftware, { pagelimit: 1000 })
    const never = (await list({ installstatusfilter: ['22'], livestatusfilter: ['1'], scanstatusfilter: ['-1'] })).map(
      ({ resource_id = '' }) => resource_id,
    )
    await estate.call(desktop.scanComputers, { resourceids: never })
    pass(45)
    const after = await estate.call(desktop.listSoftware, { pagelimit: 1000 })
    const sum = (rows: typeof after.rows) => rows.reduce((total, row) => total + (row.managed_installations ?? 0), 0)
    const scanned = await idsOf({ residfilter: never, scanstatusfilter: ['2'] })
    let found = 0
    for (const resid of scanned) {
      found += (await estate.call(desktop.listInstalledSoftware, { resid })).total ?? 0
    }
    expect(found).toBeGreaterThan(20)
    expect(sum(after.rows)).toBe(sum(before.rows) + found)
  })

  test.skipIf(skip)('a scan is in progress, and ends within 45 seconds; who is down does not answer', async () => {
    const live = await idsOf({ installstatusfilter: ['22'], livestatusfilter: ['1'] })
    const down = await idsOf({ installstatusfilter: ['22'], livestatusfilter: ['2'] })
    await estate.call(desktop.scanComputers, { resourceids: [...live, ...down] })
    const both = [...live, ...down]
    expect(new Set((await list({ residfilter: both })).map((row) => row.scan_status))).toEqual(new Set([1]))
    pass(45)
    expect(new Set((await list({ residfilter: live })).map((row) => row.scan_status))).toEqual(new Set([0, 2]))
    expect(new Set((await list({ residfilter: down })).map((row) => row.scan_status))).toEqual(new Set([0]))
    const [newest] = await list({ sort: '-last_successful_scan' })
    expect(Date.now() - Number(newest?.last_successful_scan)).toBeLessThan(45_000)
  })

  test.skipIf(skip)('a scan of all takes every computer with an agent, and ends', async () => {
    const { accepted } = await estate.call(desktop.scanAllComputers, {})
    expect(accepted).toBe((await idsOf({ installstatusfilter: ['22'] })).length)
    expect((await list({ scanstatusfilter: ['1'] })).length).toBe(accepted)
    pass(45)
    expect(await list({ scanstatusfilter: ['1'] })).toEqual([])
  })

  test.skipIf(skip)(
    'one id that is unknown or stands twice refuses the call, is named, and changes nothing',
    async () => {
      const [id = ''] = await idsOf({ installstatusfilter: ['22'] })
      const before = await rowsOf([id])
      for (const [ids, named] of [
        [[id, '9007199254740993'], '9007199254740993'],
        [[id, id], id],
        [[id, String(BigInt(id) + 1n)], String(BigInt(id) + 1n)],
        [[id, '-1'], '-1'],
      ] as const) {
        for (const endpoint of [desktop.installAgents, desktop.uninstallAgents, desktop.scanComputers]) {
          const problem = await problemOf(estate.call(endpoint, { resourceids: [...ids] }))
          expect(problem).toMatchObject({
            code: '10010',
            status: 400,
            message: expect.stringContaining(named) as unknown,
          })
        }
      }
      expect(await rowsOf([id])).toEqual(before)
    },
  )
})

describe('an agent that could not be installed', () => {
  let estate: RunningInventory
  beforeAll(async () => {
    estate = await startInventory({ desktops: 280 })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  })
  afterAll(async () => {
    vi.useRealTimers()
    await estate.stop()
  })

  test('a permanent cause fails again, but a computer that was off is on at the next attempt', async () => {
    const failed = (await estate.call(desktop.listComputers, { installstatusfilter: ['29'] })).rows
    const resourceids = failed.map(({ resource_id = '' }) => resource_id)
    const notReached = failed.filter(({ error_code }) => error_code === 53)
    expect(notReached.length).toBeGreaterThan(0)
    expect(failed.length).toBeGreaterThan(notReached.length)
    const tryAgain = async () => {
      await estate.call(desktop.installAgents, { resourceids })
      vi.setSystemTime(Date.now() + 40_000)
      const { rows } = await estate.call(desktop.listComputers, { residfilter: resourceids })
      return new Map(rows.map(({ resource_id, error_code }) => [resource_id, error_code]))
    }
    expect(await tryAgain()).toEqual(new Map(failed.map((row) => [row.resource_id, row.error_code])))
    const answered = (row: (typeof failed)[number]) => (notReached.includes(row) ? -1 : row.error_code)
    expect(await tryAgain()).toEqual(new Map(failed.map((row) => [row.resource_id, answered(row)])))
  })
})

describe('the body of an action', () => {
  let estate: RunningInventory
  beforeAll(async () => {
    estate = await startInventory({ desktops: 20 })
  })
  afterAll(() => estate.stop())
  const post = (operation: string, body: string) =>
    estate.ask(operation, { method: 'POST', body, headers: { 'content-type': 'application/json' } })

  test.each([
    'som/computers/installagents',
    'som/computers/installagent',
    'som/computers/uninstallagents',
    'som/computers/uninstallagent',
  ])('%s is answered', async (operation) => {
    const { rows } = await estate.call(desktop.listComputers, { installstatusfilter: ['22', '24'] })
    const { status, body } = await post(operation, `{"resourceids":[${rows.at(0)?.resource_id}]}`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'success', message_type: expect.stringMatching(/agents$/) as unknown })
  })

  test('ids may be numbers or texts', async () => {
    const { rows } = await estate.call(desktop.listComputers, { installstatusfilter: ['22'] })
    const ids = `${rows.at(1)?.resource_id},"${rows.at(2)?.resource_id}"`
    expect((await post('inventory/computers/scan', `{"resourceids":[${ids}]}`)).body).toMatchObject({
      message_response: { scan: { accepted: 2 } },
    })
  })

  test.each([
    ['{}', 'resourceids'],
    ['{"resourceids":[]}', 'resourceids'],
    ['{"resourceids":7}', 'resourceids'],
    ['{"resourceids":[1.5]}', 'resourceids'],
    ['{"resourceids":[null]}', 'resourceids'],
    [`{"resourceids":[${Array.from({ length: 1001 }, (_, at) => at).join()}]}`, 'resourceids'],
    ['{"resourceids":[1],"resource_ids":[1]}', 'resource_ids'],
    ['[1]', 'body'],
    ['', 'body'],
  ])('%.40s is refused, naming %s', async (sent, field) => {
    const { status, body } = await post('som/computers/installagents', sent)
    expect(status).toBe(400)
    expect(String(body.error_description)).toContain(field)
  })

  test('a scan of all takes an empty object, or no body at all', async () => {
    expect((await post('inventory/computers/scanall', '{}')).body.status).toBe('success')
    expect((await estate.ask('inventory/computers/scanall', { method: 'POST' })).body.status).toBe('success')
    expect((await post('inventory/computers/scanall', '{"all":true}')).body.error_code).toBe('IAM0028')
  })

  test('reading an action is refused with the method it takes', async () => {
    const answer = await estate.running.ask('/api/1.3/som/computers/installagent', {
      headers: { authorization: estate.token },
    })
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe('POST')
  })
})
