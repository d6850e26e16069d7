// The conformance check of servers that keep operations at other addresses, or send more of a record than needed.
import { onTestFinished, test, expect } from 'vitest'
import { configuredDialect } from '#contract/dialect.ts'
import { examine } from '../conformance/examine.ts'
import { report } from '../conformance/report.ts'
import type { ServiceConnection } from '../conformance/server.ts'
import { type Answer, json, startUpstream } from '../support/upstream.ts'

async function connectionTo(
  service: 'desktop' | 'mdm',
  dialect: object,
  answer: Answer,
  more: Partial<ServiceConnection> = {},
): Promise<ServiceConnection> {
  const server = await startUpstream(answer)
  onTestFinished(() => server.stop())
  return { name: 'theirs', service, baseUrl: server.url, dialect: configuredDialect.parse(dialect), ...more }
}

const operations = {
  'desktop.listComputers': {
    method: 'POST',
    adminPath: '/api/{version}/som/admin/machines',
    userPath: '/api/{version}/som/my/machines',
  },
}

test.each([
  [['SOM_Admin'], 'admin'],
  [['SOM_Read'], 'my'],
])('what an account may do decides which address is checked: %s', async (admin, place) => {
  const connection = await connectionTo(
    'desktop',
    { operations, pageBase: 0 },
    ({ url, method, headers }, response) => {
      if (url.endsWith('/desktop/authentication')) {
        const authentication = { auth_data: { auth_token: 'token' }, user_permissions: { admin } }
        return json(response, { message_response: { authentication } })
      }
      if (headers.authorization !== 'token') return json(response, {}, 401)
      if (method !== 'POST' || !url.startsWith(`/api/1.3/som/${place}/machines`)) return json(response, {}, 404)
      return json(response, { message_response: { machines: [{ resource_id: 1, resource_name: 'PC-1' }] } })
    },
  )
  const result = await examine(connection, { account: { username: 'admin', password: 'x' } })
  expect(report(result)).toMatch(/fits +desktop\.listComputers/)
  expect('stopped' in result ? result.stopped : result.proposed).toMatchObject({ operations })
})

test('fields of the whole record are not called unknown in a list of devices', async () => {
  const device = { device_id: '7', battery_level: 50, security: { device_rooted: false }, color: 'blue' }
  const connection = await connectionTo(
    'mdm',
    {},
    ({ url, headers }, response) => {
      if (headers.authorization !== 'key') return json(response, { error_code: 'COM0013' }, 401)
      const isList = new URL(url, 'http://x').pathname === '/api/v1/devices'
      return isList ? json(response, { devices: [device] }) : json(response, { error_code: 'COM0008' }, 404)
    },
    { credential: () => Promise.resolve('key') },
  )
  expect(report(await examine(connection))).toMatch(/not in the reference: color$/m)
})
