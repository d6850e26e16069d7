import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createAdaptorServer, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keysErrors } from '#contract/problem.ts'
import { breakWire } from '#services/lab/break-wire.ts'
import { faultList } from '#services/lab/faults.ts'
import { refuse } from '#services/serve.ts'

const faults = faultList()
const app = new Hono<{ Bindings: HttpBindings }>()
app.use(breakWire(faults, () => 'keys'))
app.get('*', (context) => context.text('well'))
app.onError(refuse(() => undefined))
const server = createAdaptorServer({ fetch: app.fetch })
let url: string
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterAll(() => server.close())

test('what key management refuses it says with HTTP 200 and the status Failed', async () => {
  faults.add({ service: 'keys', code: 'REFUSED', times: 1 })
  const answer = await fetch(url)
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({ result: { status: 'Failed', message: keysErrors.REFUSED[1] } })
})

test.each(Object.entries(keysErrors).filter(([code]) => code !== 'REFUSED'))(
  '%s of key management can be seen',
  async (code, [status]) => {
    faults.add({ service: 'keys', code, times: 1 })
    const answer = await fetch(url)
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ result: { status: 'Failed' } })
  },
)

test('faults of other services do not touch it', async () => {
  faults.add({ service: 'mdm', code: 'COM0004', times: 1 })
  expect(await (await fetch(url)).text()).toBe('well')
})
