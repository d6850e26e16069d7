import { afterEach, describe, expect, test } from 'vitest'
import { type ConfiguredDialect, configuredDialect } from '#contract/dialect.ts'
import { type Proxy, startProxy } from '../../support/proxy.ts'
import { type Answer, json } from '../../support/upstream.ts'

let proxy: Proxy
let cookie: string
afterEach(() => proxy.stop())

async function before(dialect: Partial<ConfiguredDialect>, account = 'admin') {
  proxy = await startProxy({ dialect: configuredDialect.parse({ pageBase: 0, ...dialect }) })
  cookie = await proxy.signIn(account)
  proxy.desktop.received.length = 0
}
const call = async (row: string, input: object = {}) => {
  const { status, value } = await proxy.call(row, input, cookie)
  return { status, ...value } as { status: number; code?: string; message?: string }
}
const asked = (service: 'desktop' | 'mdm') => proxy[service].received.map(({ method, url }) => `${method} ${url}`)
const ofLists = () => asked('desktop').filter((one) => !one.includes('/desktop/'))

describe('an operation that is elsewhere on a server', () => {
  test('is asked by the method and at the path of the connection', async () => {
    await before({ operations: { 'mdm.getDevice': { method: 'POST', path: '/mobile/{version}/device/{device_id}' } } })
    await call('mdm.getDevice', { device_id: 'a/b' })
    expect(asked('mdm')).toEqual(['POST /mobile/1.3/device/a%2Fb'])
  })

  test('has an address for administrators and one for everybody else', async () => {
    const operations = {
      'desktop.listComputers': {
        adminPath: '/api/{version}/som/computers',
        userPath: '/api/{version}/som/mycomputers',
      },
    }
    await before({ operations }, 'chief')
    await call('desktop.listComputers')
    expect(ofLists()).toEqual(['GET /api/1.3/som/computers'])
    await proxy.stop()
    await before({ operations }, 'admin')
    await call('desktop.listComputers')
    expect(ofLists()).toEqual(['GET /api/1.3/som/mycomputers'])
  })

  test('is where administrators find the list when pages are counted for the first time', async () => {
    const operations = {
      'desktop.listComputers': { adminPath: '/api/{version}/som/all', userPath: '/api/{version}/som/mine' },
    }
    await before({ operations, pageBase: 'auto' }, 'chief')
    proxy.desktop.answer(({ url }, response) =>
      url.startsWith('/api/1.3/som/all')
        ? json(response, { message_response: { page: 1, computers: [{ resource_id: 1 }] } })
        : json(response, {}, 404),
    )
    expect((await call('desktop.listComputers', { page: 0, pagelimit: 1 })).status).toBe(200)
  })

  test('that is for administrators only says so, and nobody asks in vain', async () => {
    await before({ operations: { 'desktop.listComputers': { adminPath: '/api/{version}/som/computers' } } })
    expect(await call('desktop.listComputers')).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
      message: 'This server offers it to administrators only: your account needs SOM_Admin',
    })
    expect(ofLists()).toEqual([])
  })

  test('that a connection does without is said not to be offered, without a question', async () => {
    await before({ operations: { 'mdm.listGroups': false } })
    expect(await call('mdm.listGroups')).toMatchObject({ status: 404, code: 'NOT_OFFERED' })
    expect(asked('mdm')).toEqual([])
  })
})

test('a 401 of one list does not end the session while another one takes the token', async () => {
  await before({}, 'chief')
  proxy.desktop.answer(({ url }, response) =>
    url.includes('/inventory/software?') ? json(response, { software: [] }) : json(response, {}, 401),
  )
  expect(await call('desktop.listComputers', { page: 0, pagelimit: 1 })).toMatchObject({
    status: 403,
    code: 'FORBIDDEN',
  })
  proxy.desktop.answer((_request, response) => json(response, {}, 401))
  expect(await call('desktop.listComputers', { page: 0, pagelimit: 1 })).toMatchObject({ code: 'SIGNED_OUT' })
})

describe('the API root', () => {
  const root =
    (addresses: object): Answer =>
    ({ url }, response) =>
      json(response, url === '/api/v1' ? addresses : { devices: [], device_id: '7' })

  test('is asked once where the connection says so, and gives the addresses of resources', async () => {
    await before({ apiRoot: '/api/v1' })
    proxy.mdm.answer(root({ devices: `${proxy.mdm.url.origin}/inventory/phones/?page=1`, groups: '/sets' }))
    await call('mdm.listDevices')
    await call('mdm.getDevice', { device_id: '7' })
    expect(asked('mdm')).toEqual(['GET /api/v1', 'GET /inventory/phones', 'GET /inventory/phones/7'])
  })

  test('that does not list a resource means that there is none', async () => {
    await before({ apiRoot: '/api/v1' })
    proxy.mdm.answer(root({ devices: '/api/v1/devices' }))
    expect(await call('mdm.listGroups')).toMatchObject({ status: 404, code: 'NOT_OFFERED' })
    expect((await call('mdm.listDevices')).status).toBe(200)
  })

  test('never leads to another server', async () => {
    await before({ apiRoot: '/api/v1' })
    proxy.mdm.answer(root({ devices: `${proxy.keys.url.origin}/steal` }))
    await call('mdm.listDevices')
    expect(asked('mdm')).toEqual(['GET /api/v1', 'GET /api/v1/devices'])
    expect(proxy.keys.received).toEqual([])
  })

  test('that is not there leaves the paths as they are', async () => {
    await before({ apiRoot: '/api/v1' })
    proxy.mdm.answer(({ url }, response) =>
      url === '/api/v1' ? json(response, { error_code: 'COM0008' }, 404) : json(response, { devices: [] }),
    )
    expect((await call('mdm.listDevices')).status).toBe(200)
  })
})
