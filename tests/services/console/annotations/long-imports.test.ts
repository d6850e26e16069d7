import { onTestFinished, expect, test } from 'vitest'
import { identifiersOf } from '#contract/console/annotations/annotated-things.ts'
import { maxImported } from '#contract/console/annotations/annotations.ts'
import { stringifyJson } from '#contract/json.ts'
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
