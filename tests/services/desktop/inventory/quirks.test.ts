import { afterEach, describe, expect, test } from 'vitest'
import { desktop } from '#contract/desktop/operations.ts'
import { type Dialect, quirks } from '#contract/dialect.ts'
import { fromResponse } from '#contract/http/http.ts'
import { problemOf } from '../sign-in.ts'
import { type RunningInventory, startInventory } from './running-inventory.ts'

const started: RunningInventory[] = []
afterEach(async () => {
  for (const estate of started.splice(0)) await estate.stop()
})
async function startSpeaking(speaks: Partial<Dialect>) {
  const estate = await startInventory({ desktops: 40, speaks })
  started.push(estate)
  return estate
}

/** What the console makes of an answer: it knows nothing of the dialect, the proxy hands bodies through. */
const asRead = async (estate: RunningInventory, path: string) => {
  const { status, text } = await estate.ask(path)
  return fromResponse(desktop.listComputers, { status, headers: {}, body: text })
}

describe('a server with the dialect of real ones', () => {
  test('all deviations together are read as the same list', async () => {
    const plain = await startSpeaking({})
    const envelope = quirks.filter((quirk) => quirk !== 'no envelope')
    const real = await startSpeaking({ version: '1.4', pageBase: 1, quirks: envelope })
    const expected = await asRead(plain, 'som/computers?page=1&pagelimit=7')
    const read = await asRead(real, 'som/computers?page=2&pagelimit=7')
    expect(read.total).toBe(40)
    expect(read.rows.map((row) => row.resource_id)).toEqual(expected.rows.map((row) => row.resource_id))
    expect(await real.call(desktop.getComputerSummary, {})).toEqual(await plain.call(desktop.getComputerSummary, {}))
  })

  test('JSON as text/plain, in a capitalised envelope', async () => {
    const real = await startSpeaking({ quirks: ['text/plain', 'capitalised envelope'] })
    const { type, body } = await real.ask('som/computers?pagelimit=2')
    expect(type).toBe('text/plain;charset=UTF-8')
    expect(body).toMatchObject({
      MessageType: 'computers',
      MessageVersion: '1.0',
      Status: 'success',
      MessageResponse: { Total: 40, Limit: 2, Page: 0, computers: { length: 2 } },
    })
  })

  test('without an envelope, but for signing in, a list and a summary are read just the same', async () => {
    const plain = await startSpeaking({})
    const real = await startSpeaking({ quirks: ['no envelope', '-- for empty'] })
    const { body } = await real.ask('som/computers?pagelimit=2')
    expect(body).toMatchObject({ total: 40, limit: 2, page: 0, computers: { length: 2 } })
    expect(body).not.toHaveProperty('message_response')
    const ids = async (estate: RunningInventory) =>
      (await estate.call(desktop.listComputers, { page: 1, pagelimit: 7 })).rows.map((row) => row.resource_id)
    expect(await ids(real)).toEqual(await ids(plain))
    expect(await real.call(desktop.getComputerSummary, {})).toEqual(await plain.call(desktop.getComputerSummary, {}))
  })

  test('"--" in empty columns is kept', async () => {
    const real = await startSpeaking({ quirks: ['-- for empty'] })
    const { body } = await real.ask('inventory/scancomputers?installstatusfilter=21')
    const { scancomputers } = body.message_response as { scancomputers: Record<string, unknown>[] }
    expect(scancomputers[0]).toMatchObject({ agent_version: '--', last_successful_scan: -1 })
    const { rows } = await real.call(desktop.listInventoryComputers, {
      hwid: (await real.call(desktop.listHardware, { pagelimit: 1 })).rows[0]?.hardware_id,
    })
    expect(rows[0]?.copies).toBeUndefined()
    expect(rows[0]?.['#unexpected']).toEqual({ copies: '--' })
  })

  test('errors in HTTP 200 are errors', async () => {
    const real = await startSpeaking({ quirks: ['errors in HTTP 200'] })
    const { status, body } = await real.ask('som/computers?pagelimit=0')
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'error', error_code: '10010' })
    expect(await problemOf(real.call(desktop.listComputers, {}, 'nonsense'))).toMatchObject({
      code: '10002',
      status: 401,
    })
    const helpdesk = await real.tokenOf('helpdesk')
    expect(await problemOf(real.call(desktop.scanComputers, { resourceids: ['1'] }, helpdesk))).toMatchObject({
      code: 'IAM0027',
      status: 403,
    })
    expect((await real.running.ask('/api/v1/devices')).status).toBe(401)
  })

  test('pages count from 1 in requests, responses and errors', async () => {
    const real = await startSpeaking({ pageBase: 1 })
    const { body: usual } = await real.ask('som/computers?pagelimit=5')
    const { body: first } = await real.ask('som/computers?pagelimit=5&page=1')
    const { body: second } = await real.ask('som/computers?pagelimit=5&page=2')
    expect(first).toEqual(usual)
    expect(usual).toMatchObject({ message_response: { page: 1 } })
    expect(second).toMatchObject({ message_response: { page: 2 } })
    expect(second).not.toEqual(first)
    const { status, body } = await real.ask('som/computers?page=0')
    expect(status).toBe(400)
    expect(body.error_description).toBe('page: is before the first page')
    const { rows } = await real.call(desktop.listComputers, { page: 1, pagelimit: 5 })
    const { computers } = second.message_response as { computers: { resource_name: string }[] }
    expect(rows.map((row) => row.resource_name)).toEqual(computers.map((row) => row.resource_name))
  })

  test('the version of its dialect is the only one', async () => {
    const real = await startSpeaking({ version: '1.4' })
    expect((await real.call(desktop.listComputers, {})).total).toBe(40)
    const old = await real.running.ask('/api/1.3/som/computers')
    expect(await old.json()).toMatchObject({ error_code: '10023' })
  })
})
