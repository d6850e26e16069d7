import { afterAll, beforeAll, expect, test } from 'vitest'
import { configuredDialect } from '#contract/dialect.ts'
import { moduleHints, requirePermission } from '#platform/permission.ts'
import { openSites } from '#platform/upstream/sites.ts'
import { rightsAt } from '#platform/upstream/site-rights.ts'
import { type Proxy, startProxy } from '../../support/proxy.ts'
import { json } from '../../support/upstream.ts'

const connection = (name: string) => ({
  name,
  baseUrl: new URL('http://127.0.0.1:9'),
  dialect: configuredDialect.parse({}),
})
const sites = openSites([
  {
    name: 'hq',
    title: 'HQ',
    connections: { mdm: { ...connection('m'), module: 'SOM' }, keys: { ...connection('k'), module: 'Common' } },
  },
  { name: 'branch', title: 'Branch', connections: { mdm: connection('b') } },
  { name: 'office', title: 'Office', connections: { desktop: connection('o') } },
])
const [hq, branch, office] = sites.all as [(typeof sites)['first'], (typeof sites)['first'], (typeof sites)['first']]
afterAll(() => sites.close())

test('a module that nobody names has the rights of the one that the connection says', () => {
  const stated = { read: ['Common_Read', 'SOM_Read', 'Tools_Read'], write: ['SOM_Write'], admin: ['Common_Admin'] }
  const keys = ['KeyManagement_Read', 'KeyManagement_Write', 'KeyManagement_Admin']
  expect(rightsAt(hq, stated)).toEqual({
    ...stated,
    read: [...stated.read, 'Inventory_Read', 'Inventory_Write', 'MDM_Read', 'MDM_Write', ...keys],
  })
})

test('one that is named keeps what is said of it, and without a setting nothing is assumed', () => {
  const named = { read: ['SOM_Read', 'mdm_read', 'Inventory_Read'], write: ['SOM_Write'], admin: [] }
  expect(rightsAt(hq, named)).toEqual(named)
  const administrator = { read: [], write: [], admin: ['Common_Admin'] }
  expect(rightsAt(branch, administrator)).toEqual(administrator)
  expect(rightsAt(hq, {})).toEqual({ read: [] })
})

test('a refusal names the setting of the module where there is a connection and it is not set', () => {
  const refusalAt = (site: typeof hq) => {
    try {
      requirePermission('MDM_Write', ['Common_Read'], site)
      return ''
    } catch (error) {
      return (error as Error).message
    }
  }
  expect(refusalAt(branch)).toMatch(/^Your account needs MDM_Write\. .*"module" of the connection of mobile device/)
  expect(refusalAt(hq)).toBe('Your account needs MDM_Write')
  expect(Object.keys(moduleHints(['Common_Read'], branch))).toEqual(['MDM'])
  for (const site of [hq, office]) expect(moduleHints(['Common_Read'], site)).toEqual({})
  expect(moduleHints(['mdm_read'], branch)).toEqual({})
  expect(refusalAt(office)).toBe(
    'Your account needs MDM_Write, and this site has no connection to mobile device management',
  )
})

let proxy: Proxy
let servers: Proxy
beforeAll(async () => {
  servers = await startProxy()
  const at = (service: 'desktop' | 'mdm' | 'keys') => ({ ...connection(service), baseUrl: servers[service].url })
  const credential = () => Promise.resolve('a-key')
  const mdm = { ...at('mdm'), credential, module: 'Common' }
  proxy = await startProxy({
    sites: [
      {
        name: 'test',
        title: 'Test',
        connections: { desktop: at('desktop'), mdm, keys: { ...at('keys'), credential } },
      },
    ],
  })
})
afterAll(async () => {
  await proxy.stop()
  await servers.stop()
})

test('who signs in at a server with the modules of the reference works with the services that it does not name', async () => {
  servers.desktop.answer(({ url }, response) => {
    const user_permissions = { read: ['Common_Read', 'SOM_Read', 'Tools_Read'], write: [], admin: [] }
    const authentication = { user_permissions, user_data: { user_id: 1 }, auth_data: { auth_token: 'token-of-ann' } }
    return url.endsWith('/authentication')
      ? json(response, { message_type: 'authentication', message_response: { authentication }, status: 'success' })
      : json(response, { error_code: '10022' }, 404)
  })
  const cookie = await proxy.signIn('ann')
  expect((await proxy.call('mdm.listDevices', {}, cookie)).status).toBe(200)
  expect((await proxy.call('keys.listSshKeys', {}, cookie)).value).toMatchObject({
    code: 'FORBIDDEN',
    message: expect.stringContaining('"module" of the connection of key management') as unknown,
  })
  // What the server does name is a right that the person lacks, and no setting gives it.
  const input = { resourceids: ['1'] }
  for (const row of ['desktop.installAgents', 'desktop.scanComputers'])
    expect((await proxy.call(row, input, cookie)).value.message, row).toMatch(/^Your account needs \w+_Write$/)
})
