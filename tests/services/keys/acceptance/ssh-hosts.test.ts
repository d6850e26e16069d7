// applycredentials, getAllSSHResourceDetails, getSSHkeysforuser to getAllAssociatedUsers, associateKey and dissociateKey, against the SSH hosts of the lab; a client of ssh2 says who is let in.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fileOn, letsIn, writeOn } from './ssh-login.ts'
import { done } from './wire-calls.ts'
import { demoMade, startWire, type Wire } from './wire.ts'

const demoPassword = 'the demo pässword & more'
const resourceName = 'build.lab.example'
let wire: Wire
let port: number
beforeAll(async () => {
  wire = await startWire({ seed: 'demo', demoPassword })
  await demoMade(wire)
  port = (await resources()).find(({ ResourceName }) => ResourceName === resourceName)?.Port ?? 0
}, 120_000)
afterAll(() => wire.stop())

type Rows<T> = { details: T[]; totalRows: number }
const rowsOf = async <T>(apiName: string): Promise<T[]> => {
  const { details, totalRows } = (await wire.get(apiName)).json() as unknown as Rows<T>
  expect(details).toHaveLength(totalRows)
  return details
}
type UserOnResource = { UserName: string; ResourceName: string }
const resources = () => rowsOf<{ ResourceName: string; Port: number }>('getAllSSHResourceDetails')
const associated = () => rowsOf<UserOnResource>('getAllAssociatedUsers')
const root = { username: 'root', password: demoPassword }

test('getAllSSHResourceDetails names the hosts in the spelling of the reference', async () => {
  for (const row of await resources()) {
    expect(row).toEqual({
      Path: expect.any(String) as string,
      Description: expect.stringMatching(/./) as string,
      ResourceId: expect.any(Number) as number,
      ResourceName: expect.stringMatching(/\.lab\.example$/) as string,
      Port: expect.any(Number) as number,
      CreationTime: expect.stringMatching(/Z$/) as string,
      IPADDRESS: '127.0.0.1',
      LandingServerName: '',
    })
  }
})

test('applycredentials keeps what the host accepts, and refuses what it does not', async () => {
  const login = { userName: 'root', resourceName, isAdmin: 'true' }
  const applied = await wire.post('applycredentials', { ...login, password: demoPassword })
  expect(applied.json()).toEqual(done('ApplyCredentials', 'Credentials applied successfully'))
  for (const [wrong, field] of [
    [{ ...login, password: 'wrong' }, 'password'],
    [{ ...login, userName: 'nobody-here', password: demoPassword }, 'password'],
    [{ ...login, userName: 'deploy', password: demoPassword }, 'isAdmin'],
    [{ ...login, resourceName: 'elsewhere', password: demoPassword }, 'resourceName'],
    [{ ...login, isAdmin: 'TRUE', password: demoPassword }, 'isAdmin'],
  ] as const) {
    const { status, json } = await wire.post('applycredentials', wrong)
    const result = { status: 'Failed', message: expect.stringMatching(new RegExp(`^${field}\\b`)) as unknown }
    expect([status, json()]).toEqual([200, { name: 'ApplyCredentials', result }])
  }
  expect(await wire.audited('applycredentials')).toContain(
    `Credentials of root on “${resourceName}” applied as administrator`,
  )
})

test('an associated key lets in, with its passphrase only, and no longer when it is dissociated', async () => {
  const [keyName, passPhrase] = ['of the acceptance', 'opens the key']
  const association = { keyName, resourceName, userName: 'deploy' }
  const others =
    '# kept as it is\r\n\tssh-rsa AAAAB3NzaC1yc2E= not a key, but somebody’s  \n\n  # the end, without a line break'
  const path = '/home/deploy/.ssh/authorized_keys'
  const before = Buffer.concat([await fileOn(port, root, path), Buffer.from(others)])
  await writeOn(port, root, path, before)

  await wire.post('createsshkey', { keyName, passPhrase, comment: 'acceptance', length: '', keyType: 'ed25519' })
  const { bytes: privateKey } = await wire.post('exportSSHKey', { keyName, keyExportType: 'private' })
  const line = (await wire.post('exportSSHKey', { keyName, keyExportType: 'public' })).text
  const login = { username: 'deploy', privateKey, passphrase: passPhrase }
  expect(await letsIn(port, login)).toBe(false)

  const made = await wire.post('associateKey', association)
  expect(made.json()).toEqual(done('associateKey', 'Key associated successfully'))
  expect(await letsIn(port, login)).toBe(true)
  await expect(letsIn(port, { ...login, passphrase: 'wrong' })).rejects.toThrow()
  expect(await letsIn(port, { ...login, username: 'backup' })).toBe(false)
  expect((await fileOn(port, root, path)).toString()).toBe(`${before.toString()}\n${line}`)
  expect((await wire.get('getSSHkeysforuser', { userName: 'deploy', resourceName })).json()).toEqual(
    done('getSSHkeysforuser', expect.any(String), { details: `build,git-mirror,${keyName}` }),
  )
  expect(await associated()).toContainEqual({ UserName: 'deploy', ResourceName: resourceName })
  expect((await wire.remove('deleteSSHKey', { key_name: keyName })).json()).toMatchObject({
    name: 'DeleteSSHKey',
    result: { status: 'Failed', message: expect.stringContaining('withoutDisassociation') as unknown },
  })

  const parted = await wire.post('dissociateKey', association)
  expect(parted.json()).toEqual(done('dissociateKey', 'Key dissociated successfully'))
  expect(await letsIn(port, login)).toBe(false)
  expect((await fileOn(port, root, path)).toString()).toBe(`${before.toString()}\n`)
  const where = `deploy on “${resourceName}”, in ${path}`
  expect(await wire.audited('associateKey')).toContain(`SSH key “${keyName}” associated with ${where}`)
  expect(await wire.audited('dissociateKey')).toEqual([`SSH key “${keyName}” dissociated from ${where}`])
})

test('deleteSSHKey with withoutDisassociation leaves the host as it is', async () => {
  const keyName = 'left behind'
  await wire.post('createsshkey', { keyName, keyType: 'ecdsa', length: '256' })
  const { bytes: privateKey } = await wire.post('exportSSHKey', { keyName })
  await wire.post('associateKey', { keyName, resourceName, userName: 'backup' })
  const deleted = await wire.remove('deleteSSHKey', { key_name: keyName, withoutDisassociation: 'true' })
  expect(deleted.json()).toEqual(
    done('DeleteSSHKey', expect.stringMatching(/deleted.*still grants access to backup on build/)),
  )
  expect(await letsIn(port, { username: 'backup', privateKey })).toBe(true)
})

test('enumerateusers starts, and getAllSSHUsers has the users afterwards', async () => {
  const started = await wire.post('enumerateusers', { userName: 'root', resourceName })
  expect(started.json()).toEqual(done('enumerateusers', expect.stringMatching(/enumeration started/i)))
  const users = () => rowsOf<UserOnResource>('getAllSSHUsers')
  await expect
    .poll(users)
    .toEqual(
      expect.arrayContaining(
        ['root', 'deploy', 'backup'].map((UserName) => ({ UserName, ResourceName: resourceName })),
      ),
    )
  await expect.poll(() => wire.audited('enumerateusers')).toContainEqual(expect.stringContaining(resourceName))
})

test('what is not there is refused by name', async () => {
  const whole = { keyName: 'build', resourceName, userName: 'deploy' }
  for (const apiName of ['associateKey', 'dissociateKey']) {
    for (const field of ['keyName', 'resourceName', 'userName']) {
      const { status, json } = await wire.post(apiName, { ...whole, [field]: 'nowhere' })
      const result = { status: 'Failed', message: expect.stringMatching(new RegExp(`^${field}: `)) as unknown }
      expect([field, status, json()]).toEqual([field, 200, { name: apiName, result }])
    }
  }
  const asked = await wire.get('getSSHkeysforuser', { userName: 'nowhere', resourceName })
  expect(asked.json()).toMatchObject({ result: { status: 'Failed' } })
})
