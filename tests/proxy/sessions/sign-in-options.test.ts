import { afterEach, expect, test } from 'vitest'
import { type Proxy, secret, startProxy } from '../../support/proxy.ts'
import { json } from '../../support/upstream.ts'

let proxy: Proxy | undefined
afterEach(() => proxy?.stop())

test('a site in the cloud takes no password, and sends none anywhere', async () => {
  proxy = await startProxy({ edition: 'cloud' })
  expect((await proxy.call('session.signInOptions')).value).toMatchObject({
    password: false,
    domains: [],
    trouble: false,
  })
  const { status, value } = await proxy.call('session.signIn', { username: 'admin', password: secret.password })
  expect([status, value.code]).toEqual([503, 'NOT_CONNECTED'])
  expect(value.message).toContain('identity provider')
  expect(proxy.desktop.received).toEqual([])
})

test.each([
  [401, {}, false],
  [404, {}, false],
  [200, { status: 'error', error_code: '10022', error_description: 'API endpoint is not supported' }, false],
  [400, { status: 'error', error_code: '10023', error_description: 'API version is not supported' }, true],
  [500, {}, true],
  [200, '<h1>Another server</h1>', true],
])('discovery answered with %i %j is trouble: %s', async (status, body, trouble) => {
  const started = await startProxy()
  proxy = started
  started.desktop.answer((_request, response) =>
    typeof body === 'string' ? response.writeHead(status).end(body) : json(response, body, status),
  )
  expect((await started.call('session.signInOptions')).value).toMatchObject({ password: true, domains: [], trouble })
})
