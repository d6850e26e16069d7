import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writePem } from '#crypto/pem.ts'
import { readConnections } from '#server/connections/read-connections.ts'
import { newRoot } from '../../crypto/x509/authorities.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'triptych-connections-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function read(content: unknown, variables: NodeJS.ProcessEnv = {}) {
  const path = join(folder, 'connections.json')
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return readConnections(path, variables)
}
const mdm = { name: 'hq', service: 'mdm', base_url: 'https://mdm.example.com:8383' }
const site = { name: 'hq', title: 'Head office', connections: [{ ...mdm, name: 'hq-mdm' }] }
const identity = {
  title: 'Cloud',
  auth_url: 'https://accounts.example.com',
  client_id: 'id',
  client_secret: { env: 'CLIENT_SECRET' },
  scopes: ['DeviceManagement.MDMInventory.READ'],
}

test('a connection is an address, how its server differs, and where its secret is kept', async () => {
  await writeFile(join(folder, 'key'), 'secret-of-the-file\n')
  const pem = writePem('CERTIFICATE', (await newRoot()).certificate)
  await writeFile(join(folder, 'ca.pem'), pem)
  const [only, ...others] = await read(
    {
      about: 'For whoever reads this',
      connections: [
        {
          ...mdm,
          about: 'The old one',
          dialect: { about: 'Seen in June', prefix: '/api/v1/mdm' },
          credential: { env: 'HQ_KEY' },
          background_credential: { env: 'HQ_KEY' },
          deadlines: { overallMs: 5000 },
        },
        { ...mdm, name: 'hq-keys', service: 'keys', credential: { file: 'key' }, ca_file: 'ca.pem' },
      ],
    },
    { HQ_KEY: 'secret-of-the-environment' },
  )
  expect(others).toEqual([])
  expect(only).toMatchObject({ name: 'main', title: 'Main' })
  const { mdm: first, keys: second } = only?.connections ?? {}
  expect(first).toMatchObject({ name: 'hq', deadlines: { overallMs: 5000 } })
  expect(first?.dialect).toMatchObject({ prefix: '/api/v1/mdm', version: '1.3', pageBase: 'auto' })
  expect(first?.dialect).not.toHaveProperty('about')
  expect(first?.baseUrl.href).toBe('https://mdm.example.com:8383/')
  expect(await first?.credential?.()).toBe('secret-of-the-environment')
  expect(await first?.background?.()).toBe('secret-of-the-environment')
  expect(second?.background).toBeUndefined()
  expect(await second?.credential?.()).toBe('secret-of-the-file')
  expect(second?.ca).toBe(pem)
})

test('the rights of which module count for a server is a setting, and a name', async () => {
  const [only] = await read({ connections: [{ ...mdm, module: 'Common' }] })
  expect(only?.connections.mdm?.module).toBe('Common')
  await expect(read({ connections: [{ ...mdm, module: 'a b' }] })).rejects.toThrow('must be the name of a module')
})

test('several sites are told apart by name, and a cloud server has an identity provider', async () => {
  const cloud = { ...site, name: 'eu', title: 'Europe', identity, connections: [{ ...mdm, edition: 'cloud' }] }
  const sites = await read({ sites: [site, cloud] }, { CLIENT_SECRET: 'canary' })
  expect(sites.map(({ name, title }) => [name, title])).toEqual([
    ['hq', 'Head office'],
    ['eu', 'Europe'],
  ])
  expect(sites[0]?.identity).toBeUndefined()
  expect(sites[1]?.identity).toMatchObject({
    clientSecret: 'canary',
    parametersIn: 'body',
    accountsServers: [],
    scopes: ['DeviceManagement.MDMInventory.READ'],
  })
  expect(sites[1]?.connections.mdm?.edition).toBe('cloud')
})

test('the origin counts of what a callback may name as an accounts server', async () => {
  const given = { ...identity, accounts_servers: ['https://accounts.example.eu/'], parameters_in: 'query' }
  const [only] = await read({ identity: given, connections: [mdm] }, { CLIENT_SECRET: 'canary' })
  expect(only?.identity).toMatchObject({ accountsServers: ['https://accounts.example.eu'], parametersIn: 'query' })
})

describe('what is wrong is said in one line, with its place and what to write', () => {
  const one = (change: object) => ({ connections: [{ ...mdm, ...change }] })
  const at = 'connections.0'
  test.each([
    ['{', 'connections.json: is not JSON'],
    ['{\n  "connections": [\n    {"name" "hq"}\n  ]\n}', 'is not JSON at position 33 (line 3 column 13)'],
    ['[]', 'must be an object with "connections" or "sites"'],
    [{ connections: [] }, 'connections must hold one connection at least'],
    [{}, 'connections is missing'],
    [{ sites: [site], connections: [] }, 'connections must stand within a site'],
    [{ sites: [{ ...site, title: '' }] }, 'sites.0.title'],
    [{ sites: [{ ...site, name: 'Head' }] }, 'sites.0.name must be lower-case'],
    [{ sites: [site, { ...site, connections: [mdm] }] }, 'sites.1.name must differ from that of every other site'],
    [{ sites: [site, { ...site, name: 'b' }] }, 'sites.1.connections.0.name must differ from that of every other'],
    [{ connections: [mdm, { ...mdm, name: 'b' }] }, 'connections.1.service must differ: a site has one mdm'],
    [one({ name: 'Head Quarters' }), `${at}.name must be lower-case`],
    [one({ base_url: 'ftp://x' }), `${at}.base_url must be an address such as https://mdm.example.com:8383`],
    [one({ base_url: 'mdm.example.com:8383' }), `${at}.base_url must be an address`],
    [one({ base_url: 'https://me:pw@mdm.example.com' }), `${at}.base_url must not hold a user name or password`],
    [one({ base_url: 'https://mdm.example.com/?a=1' }), `${at}.base_url must end before the "?"`],
    [one({ base_url: 'https://mdm.example.com/gw/api/v1/mdm' }), 'must end before /api/: the console writes the path'],
    [one({ base_url: 'https://mdm.example.com/gw/api/v1/mdm' }), 'write https://mdm.example.com/gw'],
    [one({ service: 'phones' }), `${at}.service must be "desktop", "mdm" or "keys"`],
    [one({ edition: 'cloud' }), `${at}.edition can be "cloud" only where the site has an "identity"`],
    [one({ credential: 'secret' }), 'secrets do not stand in this file'],
    [one({ credential: { env: 'MISSING' } }), `${at}.credential names a variable that is not set: MISSING`],
    [one({ credential: { env: 'TWO_LINES' } }), `${at}.credential must be one line of visible ASCII`],
    [one({ credential: { file: 'missing' } }), `${at}.credential names a file that cannot be read (ENOENT)`],
    [one({ credential: { file: 'empty' } }), `${at}.credential names an empty file`],
    [one({ ca_file: 'missing.pem' }), `${at}.ca_file names a file that cannot be read (ENOENT)`],
    [one({ ca_file: 'empty' }), `${at}.ca_file names a file that holds no certificate in PEM form`],
    [one({ dialect: { pageBase: 2 } }), `${at}.dialect.pageBase`],
    [one({ dialect: { names: { a: 'x', b: 'x' } } }), `${at}.dialect.names must not give two names the same one, x`],
    [one({ dialect: { prefx: '/x' } }), `${at}.dialect has no setting "prefx"; it has version, prefix, names`],
    [one({ prefix: '/x' }), `${at} has no setting "prefix"; it has name, service, base_url`],
    [one({ deadlines: { connectMs: '2s' } }), `${at}.deadlines.connectMs must be a`],
    [{ site: [] }, 'has no setting "site"; it has sites, or connections and identity'],
    [{ connections: [mdm], identity: { ...identity, scopes: [] } }, 'identity.scopes must name one scope at least'],
    [{ connections: [mdm], identity: { ...identity, client_id: undefined } }, 'identity.client_id is missing'],
    [{ connections: [mdm], identity: { ...identity, client_secret: 'x' } }, 'identity.client_secret must be { "env"'],
    [
      { connections: [mdm], identity: { ...identity, parameters_in: 'path' } },
      'identity.parameters_in must be "query"',
    ],
  ])('%j', async (content, message) => {
    await writeFile(join(folder, 'empty'), '')
    const error = await read(content, { TWO_LINES: 'a\nb', CLIENT_SECRET: 'x' }).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect((error as Error).message).toContain(message)
    expect((error as Error).message).not.toMatch(/\n/)
  })
})

test('the example of the repository is accepted, and knows what real servers call the neutral names', async () => {
  const example = JSON.parse(await readFile('.github/examples/connections.json', 'utf8')) as unknown
  await writeFile(join(folder, 'on-premises-ca.pem'), writePem('CERTIFICATE', (await newRoot()).certificate))
  const variables = { ONPREM_MDM_KEY: 'a', ONPREM_KEYS_KEY: 'b', CLOUD_CLIENT_SECRET: 'c' }
  const sites = await read(example, variables)
  expect(sites.map(({ name }) => name)).toEqual(['on-premises', 'cloud'])
  expect(sites[0]?.connections.mdm?.dialect.names).toMatchObject({ vendor_restricions: 'knox_restricions' })
  expect(sites[0]?.connections.keys?.dialect.names).toMatchObject({ EXTCA: 'MSCA' })
  expect(sites[1]?.connections.mdm).toMatchObject({ edition: 'cloud' })
})
