// Nothing is erased and no secret leaves without a reason, whichever page, script or program asks.
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'
import { toWireInput } from '#contract/http/http.ts'
import { stringifyJson } from '#contract/json.ts'
import { requiresReason } from '#contract/reason.ts'
import { anyOf } from '../../contract/arbitrary.ts'
import { type AuditedProxy, startAuditedProxy } from '../../services/console/audit/audited-proxy.ts'
import { json } from '../../support/upstream.ts'
import { asPageCalls, why } from '../../support/why.ts'

let proxy: AuditedProxy
beforeAll(async () => {
  proxy = await startAuditedProxy()
  proxy.keys.answer((_, response) =>
    json(response, { result: { status: 'Success' }, details: { passphrase: 'x', Passphrase: 'x' } }),
  )
})
afterAll(() => proxy.stop())

const asking = [...endpoints.values()].filter(({ reason }: Endpoint) => reason)
const inputFor = (endpoint: Endpoint) =>
  fc
    .sample(anyOf(endpoint.input) as fc.Arbitrary<object>, { numRuns: 30, seed: 1 })
    .find((input) => requiresReason(endpoint, input)) ?? expect.unreachable(endpoint.id)
const heard = () => [...proxy.mdm.received, ...proxy.keys.received]

test('wipes, everything that shows a stored secret, and other keys of a host ask for a reason', () => {
  const makesOne = ({ id, changes }: Endpoint) => changes !== undefined || id === 'desktop.startAuthenticator'
  const stored = (one: Endpoint) => one.secret && !makesOne(one) && one.permission !== 'proxy'
  const expected = [...endpoints.values()].filter(
    (one: Endpoint) => stored(one) || /wipe|(forget|replace)HostKey/i.test(one.id),
  )
  expect(asking.map(({ id }) => id).toSorted()).toEqual(expected.map(({ id }) => id).toSorted())
})

test.each(asking)('$id without a reason is refused by name, and no server hears of it', async (endpoint: Endpoint) => {
  const { cookie } = await proxy.arrives()
  const [count, before] = [heard().length, await proxy.lastEntry()]
  const { status, value } = await proxy.call(
    endpoint.id,
    stringifyJson(toWireInput(endpoint, inputFor(endpoint))),
    cookie,
  )
  expect([status, value.code, value.field, value.message]).toEqual([
    400,
    'INVALID_INPUT',
    'reason',
    'reason: is missing',
  ])
  expect(heard()).toHaveLength(count)
  expect(await proxy.entriesAfter(before)).toMatchObject([
    { action: endpoint.id, reason: '', ticket: '', result: 'refused', code: 'INVALID_INPUT' },
  ])
})

test.each(asking)('$id keeps the reason in the audit, and no server is sent it', async (endpoint: Endpoint) => {
  const { cookie } = await proxy.arrives()
  const [count, before] = [heard().length, await proxy.lastEntry()]
  const [called, given] = asPageCalls(endpoint, inputFor(endpoint))
  await proxy.call(endpoint.id, stringifyJson(toWireInput(called, given)), cookie)
  const sent = heard().slice(count)
  expect(sent).toHaveLength(1)
  for (const { url, body } of sent) {
    const text = decodeURIComponent(`${url} ${body}`)
    for (const word of [why.reason, why.ticket, '"reason"', '"ticket"', 'reason=', 'ticket=']) {
      expect(text).not.toContain(word)
    }
  }
  expect(await proxy.entriesAfter(before)).toMatchObject([{ action: endpoint.id, ...why }])
})

test.each([
  ['mdm.sendCommand', { device_id: '7' }],
  ['mdm.sendCommands', { device_ids: ['7', '8'] }],
])('%s keeps the audit message and ticket of lost mode in the audit, and the server is sent them', async (id, to) => {
  const { cookie } = await proxy.arrives()
  const before = await proxy.lastEntry()
  const stated = { audit_message: 'Left on the tram\u202E', ticket_id: 'INC-9' }
  await proxy.call(id, { ...to, action_name: 'enable_lost_mode', ...stated }, cookie)
  expect(JSON.parse(proxy.mdm.received.at(-1)?.body ?? '')).toMatchObject(stated)
  await proxy.call(id, { ...to, action_name: 'restart' }, cookie)
  expect(await proxy.entriesAfter(before)).toMatchObject([
    { action: id, reason: 'Left on the tram\\u202e', ticket: 'INC-9' },
    { action: id, reason: '', ticket: '' },
  ])
})

describe('a reason', () => {
  const reveal = async (beside: object, cookie: string) => {
    const { status, value } = await proxy.call('keys.getSshKeyPassphrase', { keyName: 'web', ...beside }, cookie)
    return status === 200 ? 'shown' : value.message
  }

  test.each([
    ['', 'reason: must have at least 5 characters'],
    ['    x     ', 'reason: must have at least 5 characters'],
    ['x'.repeat(501), 'reason: must have at most 500 characters'],
    ['Lost phone\nEntry 7: all is well', 'reason: must not contain line breaks or control characters'],
    ['Lost phone\u2028Entry 7', 'reason: must not contain line breaks or control characters'],
    ['\u001b[2JLost phone', 'reason: must not contain line breaks or control characters'],
    [12345, 'reason: must be text'],
  ])('is text of 5 to 500 characters in one line: %j is not', async (reason, message) => {
    const { cookie } = await proxy.arrives()
    expect(await reveal({ reason }, cookie)).toBe(message)
  })

  test('is trimmed; a ticket is optional, and short', async () => {
    const { cookie } = await proxy.arrives()
    const before = await proxy.lastEntry()
    expect(await reveal({ reason: '  Umzug nach Köln, 家  ' }, cookie)).toBe('shown')
    expect(await reveal({ reason: 'Moved to another team', ticket: ' INC-4711 ' }, cookie)).toBe('shown')
    expect(await reveal({ reason: 'Moved to another team', ticket: 'x'.repeat(61) }, cookie)).toBe(
      'ticket: must have at most 60 characters',
    )
    expect(await proxy.entriesAfter(before)).toMatchObject([
      { reason: 'Umzug nach Köln, 家', ticket: '', result: 'done' },
      { reason: 'Moved to another team', ticket: 'INC-4711', result: 'done' },
      { reason: '', ticket: '', result: 'refused' },
    ])
  })

  test('is found by its words and by the ticket, and stands in both exports', async () => {
    const { cookie } = await proxy.arrives()
    await reveal({ reason: 'Königswinter is closing', ticket: 'CHG-99' }, cookie)
    for (const search of ['KÖNIGSWINTER', 'chg-99']) {
      const { value } = await proxy.call('console.listAudit', { search, source: 'console' }, cookie)
      expect(value).toMatchObject({ total: 1, entries: [{ reason: 'Königswinter is closing', ticket: 'CHG-99' }] })
    }
    const csv = await proxy.exported('csv')
    expect(csv.split('\r\n', 1)[0]).toContain('Description,Reason,Ticket,Result')
    expect(csv).toContain('Königswinter is closing,CHG-99,done')
    expect(await proxy.exported('jsonl')).toContain('"reason":"Königswinter is closing","ticket":"CHG-99"')
    expect(await proxy.verify()).toMatchObject({ intact: true })
  })

  test('is not asked for where nothing secret is shown', async () => {
    const { cookie } = await proxy.arrives()
    const before = await proxy.lastEntry()
    await proxy.call('keys.exportSshKey', { keyName: 'web', keyExportType: 'public', ...why }, cookie)
    expect(await proxy.entriesAfter(before)).toMatchObject([{ result: 'done', reason: '', ticket: '' }])
  })

  test('says nothing to whoever may not do it anyway', async () => {
    const { cookie } = await proxy.arrives('guest')
    const { value } = await proxy.call('mdm.wipeDevice', { device_id: '7' }, cookie)
    expect(value.code).toBe('FORBIDDEN')
  })
})
