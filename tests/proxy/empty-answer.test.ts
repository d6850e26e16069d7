import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProxy } from '../support/proxy.ts'
import { json } from '../support/upstream.ts'

let proxy: Awaited<ReturnType<typeof startProxy>>
let cookie: string
beforeAll(async () => {
  proxy = await startProxy()
  cookie = await proxy.signInConfirmed('writer')
})
afterAll(() => proxy.stop())
const remove = () => proxy.call('mdm.deleteGroup', { group_id: '7' }, cookie)

test.each([202, 204, 200])('a success %i without a body is handed on as one', async (status) => {
  proxy.mdm.answer((_request, response) => response.writeHead(status).end())
  expect(await remove()).toMatchObject({ status: 200, text: '' })
  expect(proxy.mdm.received.at(-1)).toMatchObject({ method: 'DELETE', url: '/api/v1/groups/7' })
})

test('a refusal is one, and an empty answer to a row that wants data is no data', async () => {
  proxy.mdm.answer((_request, response) => json(response, { error_code: 'APP0002' }, 412))
  expect((await remove()).value).toMatchObject({ code: 'APP0002' })
  proxy.mdm.answer((_request, response) => response.writeHead(500).end())
  expect((await remove()).value).toMatchObject({ status: 500 })
  proxy.mdm.answer((_request, response) => response.writeHead(202).end())
  const read = await proxy.call('mdm.getGroup', { group_id: '7' }, cookie)
  expect(read.value).toMatchObject({ code: 'UNEXPECTED_CONTENT' })
})
