import { afterEach, expect, onTestFinished, test } from 'vitest'
import { defaultDialect } from '#contract/dialect.ts'
import type { Connection } from '#platform/upstream/connection.ts'
import { type Proxy, secret, startProxy } from '../support/proxy.ts'
import { type Answer, json, startUpstream } from '../support/upstream.ts'

let proxy: Proxy
afterEach(() => proxy.stop())

/** Two sites that have nothing in common but the console before them. */
async function started() {
  const sites = []
  for (const name of ['hq', 'eu']) {
    const server = await startUpstream(answersOf(name))
    onTestFinished(() => server.stop())
    const connection = (service: string): Connection => ({
      name: `${name}-${service}`,
      baseUrl: server.url,
      dialect: defaultDialect,
    })
    sites.push({
      server,
      name,
      title: `The site ${name}`,
      connections: {
        desktop: connection('desktop'),
        mdm: { ...connection('mdm'), credential: () => Promise.resolve(`${secret.apiKey}-${name}`) },
      },
    })
  }
  proxy = await startProxy({ sites })
  const [hq, eu] = sites
  if (!hq || !eu) throw new Error('There are two sites')
  return { hq: hq.server, eu: eu.server }
}

const answersOf =
  (name: string): Answer =>
  ({ url }, response) => {
    if (url.includes('/devices/')) return json(response, { device_id: '7', device_name: `Phone of ${name}` })
    if (!url.endsWith('/authentication')) return json(response, { message_response: { discover: { domains: [name] } } })
    const auth_data = { auth_token: `${secret.token}-${name}` }
    const user_data = { user_name: 'admin', user_id: 7 }
    return json(response, {
      message_response: {
        authentication: { auth_data, user_data, user_permissions: { read: ['MDM_Read', 'SOM_Read'] } },
      },
    })
  }

const of = (site: string) => ({ 'x-triptych': site })
const signIn = async (site: string) => {
  const { cookie } = await proxy.call('session.signIn', { username: 'admin', password: 'x' }, '', of(site))
  return cookie
}
const device = (site: string, cookie: string) =>
  proxy.call('mdm.getDevice', { device_id: '7' }, cookie, of(site)).then(({ value }) => value)

test('the same device id is another device in each site', async () => {
  await started()
  const [hq, eu] = [await signIn('hq'), await signIn('eu')]
  const both = `${hq}; ${eu}`
  expect(await device('hq', both)).toMatchObject({ device_name: 'Phone of hq' })
  expect(await device('eu', both)).toMatchObject({ device_name: 'Phone of eu' })
})

test('who is signed in to one site is signed out in every other', async () => {
  await started()
  const cookie = await signIn('hq')
  expect(await device('hq', cookie)).toMatchObject({ device_name: 'Phone of hq' })
  expect(await device('eu', cookie)).toMatchObject({ code: 'SIGNED_OUT' })
  const renamed = cookie.replace('-hq=', '-eu=')
  expect(renamed).not.toBe(cookie)
  expect(await device('eu', renamed)).toMatchObject({ code: 'SIGNED_OUT' })
  expect(await device('hq', cookie), 'the attempt ends nobody’s session').toMatchObject({ device_name: 'Phone of hq' })
})

test('no token or key of one site is ever sent to another', async () => {
  const { hq, eu } = await started()
  const both = `${await signIn('hq')}; ${await signIn('eu')}`
  for (const site of ['hq', 'eu']) {
    await device(site, both)
    await proxy.call('desktop.listComputers', {}, both, of(site))
    await proxy.call('console.checkConnections', {}, both, of(site))
  }
  const sent = (server: typeof hq) => JSON.stringify(server.received)
  expect(sent(hq)).toContain(`${secret.token}-hq`)
  expect(sent(eu)).toContain(`${secret.apiKey}-eu`)
  expect(sent(hq)).not.toMatch(/-eu/)
  expect(sent(eu)).not.toMatch(/-hq/)
})

test('a site that there is not is said not to be there', async () => {
  await started()
  const { status, value } = await proxy.call('session.current', {}, '', of('us'))
  expect(status).toBe(404)
  expect(value).toMatchObject({ message: 'There is no site of this name' })
})

test('an address of the console that names no site is one of the first', async () => {
  await started()
  const open = async (path: string) => {
    const { status, headers } = await proxy.send(path, 'GET', { accept: 'text/html' })
    return [status, headers.location]
  }
  expect(await open('/')).toEqual([302, '/sites/hq/'])
  expect(await open('/devices/7?search=a%26b')).toEqual([302, '/sites/hq/devices/7?search=a%26b'])
  expect(await open('/sites/eux/devices')).toEqual([302, '/sites/hq/sites/eux/devices'])
  expect(await open('/sites/eu/devices')).toEqual([200, undefined])
  expect(await open('/sites/hq')).toEqual([200, undefined])
  const script = await proxy.send('/sites/eu/app.js', 'GET', { accept: '*/*' })
  expect(script.status).toBe(404)
})

test('with one site, no address names it', async () => {
  proxy = await startProxy()
  expect((await proxy.send('/devices', 'GET', { accept: 'text/html' })).status).toBe(200)
})
