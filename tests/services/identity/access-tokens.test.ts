import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { signInTo } from '../desktop/sign-in.ts'
import { changeComputers, paths, readComputers, readDevices, startWorld, type World } from './identity-world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld({ seed: 'demo' })
})
afterAll(() => world.stop())

const tokenOf = async (scope: string, user?: string) =>
  (await world.redeem(await world.code({ scope }, { ...(user && { user }) }))).body.access_token
const device = async () => {
  const token = await tokenOf(readDevices)
  const answer = await world.ask(paths.devices, { headers: { authorization: `Vendor-oauthtoken ${token}` } })
  const { devices } = (await answer.json()) as { devices: { device_id: string; managed_status: number }[] }
  return devices[0]?.device_id ?? ''
}

describe('on desktop management', () => {
  test('READ lets somebody look, and nothing else', async () => {
    const token = await tokenOf(readComputers)
    expect(await world.statusWith(token, paths.computers)).toBe(200)
    expect(await world.statusWith(token, paths.scan, 'POST')).toBe(403)
  })

  test('Update lets somebody act, however it is written, and not look', async () => {
    const token = await tokenOf(changeComputers.replace('UPDATE', 'Update').replace('Desktop', 'DESKTOP'))
    expect(await world.statusWith(token, paths.computers)).toBe(403)
    expect(await world.statusWith(token, paths.scan, 'POST')).toBe(400) // let in, but the body names no computer
  })

  test('scopes of mobile devices open nothing here, nor the other way round', async () => {
    expect(await world.statusWith(await tokenOf(readDevices), paths.computers)).toBe(403)
    expect(await world.statusWith(await tokenOf(readComputers), paths.devices)).toBe(403)
  })
})

describe('on mobile device management', () => {
  const commandScopes = [
    ...['READ', 'CREATE', 'UPDATE'].map((type) => `DeviceManagement.MDMInventory.${type}`),
    ...['CREATE', 'UPDATE'].map((type) => `DeviceManagement.MDMDeviceMgmt.${type}`),
  ]

  test('a command needs its five scopes; with READ alone it is refused', async () => {
    const path = `${paths.devices}/${await device()}/actions/scan`
    expect(await world.statusWith(await tokenOf(readDevices), path, 'POST')).toBe(403)
    const status = await world.statusWith(await tokenOf(commandScopes.join(',')), path, 'POST')
    expect([200, 202, 412]).toContain(status) // let in: a device may still refuse what does not apply to it
  })

  test('no scope lets anybody do more than their own account', async () => {
    const token = await tokenOf(commandScopes.join(','), 'helpdesk')
    expect(await world.statusWith(token, paths.devices)).toBe(200)
    expect(await world.statusWith(token, `${paths.devices}/${await device()}/actions/scan`, 'POST')).toBe(403)
  })
})

test.each<[string, (token: string) => string]>([
  ['bare', (token) => token],
  ['Bearer', (token) => `Bearer ${token}`],
  ['two spaces', (token) => `Vendor-oauthtoken  ${token}`],
  ['a tab', (token) => `Vendor-oauthtoken\t${token}`],
  ['no space', (token) => `Vendor-oauthtoken${token}`],
  ['something behind it', (token) => `Vendor-oauthtoken ${token} x`],
  ['a comma list', (token) => `Vendor-oauthtoken ${token}, x`],
])('an access token that comes %s is none', async (_, header) => {
  const authorization = header((await tokenOf(`${readComputers},${readDevices}`)) ?? '')
  for (const path of [paths.computers, paths.devices]) {
    expect((await world.ask(path, { headers: { authorization } })).status).toBe(401)
  }
})

test('it cannot be sent as a parameter, and a bare token is none with the scheme before it', async () => {
  const token = await tokenOf(readDevices)
  expect((await world.ask(`${paths.devices}?access_token=${token}`)).status).toBe(401)
  const { auth_data } = await signInTo(world).withPassword('admin')
  expect(await world.statusWith(auth_data?.auth_token, paths.computers)).toBe(401)
  expect(await world.statusWith(world.firstRun?.apiKey, paths.devices)).toBe(401)
  for (const [path, secret] of [
    [paths.computers, auth_data?.auth_token],
    [paths.devices, world.firstRun?.apiKey],
  ]) {
    expect((await world.ask(path ?? '', { headers: { authorization: secret ?? '' } })).status).toBe(200)
  }
})
