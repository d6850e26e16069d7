import { afterEach, expect, test } from 'vitest'
import { type Proxy, secret, startProxy } from '../../support/proxy.ts'

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
