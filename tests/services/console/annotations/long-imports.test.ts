import { onTestFinished, expect, test } from 'vitest'
import { identifiersOf } from '#contract/console/annotations/annotated-things.ts'
import { maxImported } from '#contract/console/annotations/annotations.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { stringifyJson } from '#contract/json.ts'
import { identifiedObjects } from '#services/console/annotations/identified-objects.ts'
import type { Ask } from '#services/console/plans/plan-filler.ts'
import { longestStall } from '../../../crypto/longest-stall.ts'
import { startProxy } from '../../../support/proxy.ts'

const things = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    subject: `${at}`,
    label: `Phone ${at}`,
    identifiers: identifiersOf.device({ serial_number: `S${at}`, device_id: `${at}` }),
    changes: [{ field: 'owner', before: '', after: `Person ${at}` }],
  }))

test('the longest import does not block other requests, and a longer one is refused', async () => {
  const proxy = await startProxy()
  onTestFinished(() => proxy.stop())
  const chief = await proxy.signIn('chief')
  const inputOf = (count: number) => stringifyJson({ kind: 'device', file: 'a.csv', things: things(count) })
  const send = (input: string) => proxy.call('console.importAnnotations', input, chief)
  const longest = inputOf(maxImported)
  const stall = await longestStall(async () => {
    expect((await send(longest)).value).toMatchObject({ changed: maxImported, kept: [] })
  })
  expect(stall).toBeLessThan(200)
  expect((await send(inputOf(maxImported + 1))).value).toMatchObject({ code: 'INVALID_INPUT', field: 'things' })
}, 120_000)

test('finding the devices of a file among 100,000 does not block other requests', async () => {
  const devices = Array.from({ length: 100_000 }, (_, at) => ({ device_id: `${at}`, serial_number: `S${at}` }))
  const ask = ((_endpoint: Endpoint, { offset = 0, limit = 0 }: { offset?: number; limit?: number }) =>
    Promise.resolve({ rows: devices.slice(offset, offset + limit), total: devices.length })) as Ask
  const serials = devices.slice(0, maxImported).map(({ serial_number }) => serial_number)
  const stall = await longestStall(async () => {
    expect(await identifiedObjects(ask, 'device', 'Serial number', serials)).toHaveLength(maxImported)
  })
  expect(stall).toBeLessThan(200)
}, 60_000)
