// Any text where a name, an id or a filter is expected is refused or finds nothing, and never breaks the service.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noPostgres, startPostgres } from '../../platform/database/postgres.ts'
import { type RunningInventory, startInventory } from './inventory/running-inventory.ts'

const databases = [
  { name: 'SQLite', skip: undefined },
  { name: 'PostgreSQL', skip: noPostgres },
]
const odd = ['\u0000', 'a\u0000b', '%', "'", '__proto__', 'constructor', 'toString', '9'.repeat(50), '-1', 'ß', ' ']

describe.each(databases)('odd text on $name', ({ name, skip }) => {
  let estate: RunningInventory
  let stop = () => Promise.resolve()
  beforeAll(async () => {
    if (skip) return
    const postgres = name === 'PostgreSQL' ? await startPostgres() : undefined
    estate = await startInventory({ desktops: 20, url: await postgres?.createDatabase('text') })
    stop = async () => {
      await estate.stop()
      await postgres?.stop()
    }
  })
  afterAll(() => stop())

  test.skipIf(skip).each(odd)('%j in any parameter of any list', async (text) => {
    const value = encodeURIComponent(text)
    const search = (column: string) => `searchtype=${column}&searchcolumn=${column}&searchvalue=${value}`
    const filters =
      'domainfilter branchofficefilter livestatusfilter installstatusfilter scanstatusfilter platformfilter residfilter'
    const asked = [
      ...filters.split(' ').map((filter) => `som/computers?${filter}=${value}`),
      ...['resource_name', 'owner', 'os_name', 'ip_address', value].map((column) => `som/computers?${search(column)}`),
      ...['sort', 'page', 'pagelimit', value].map((parameter) => `som/computers?${parameter}=${value}`),
      ...['hwid', 'swid', 'prohibitedswid'].map((id) => `inventory/computers?${id}=${value}`),
      ...['software', 'hardware', 'licenses'].map((list) => `inventory/${list}?manufacturerfilter=${value}`),
      `inventory/compdetailssummary?resid=${value}`,
      `inventory/installedsoftware?resid=${value}`,
      `som/${value}`,
    ]
    for (const path of asked) {
      const { status, body } = await estate.ask(path)
      expect([200, 400, 404], path).toContain(status)
      expect(body.status, path).toBe(status === 200 ? 'success' : 'error')
      if (status !== 200) expect(body.error_code, path).toBeTypeOf('string')
    }
  })

  test.skipIf(skip).each(odd)('%j as the name of a user, a domain and an attempt', async (text) => {
    const post = (path: string, body: object) =>
      estate.ask(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const password = Buffer.from('x').toString('base64')
    const local = { username: `odd ${text}`, password, auth_type: 'local_authentication' }
    const inDomain = { ...local, auth_type: 'ad_authentication', domainName: `odd ${text}` }
    for (const body of [local, inDomain])
      expect(await post('desktop/authentication', body)).toMatchObject({ status: 401, body: { error_code: '10001' } })
    expect((await post('desktop/authentication/otpValidate', { uid: text, otp: '123456' })).status).toBe(401)
    expect((await post('som/computers/installagents', { resourceids: [text] })).status).toBe(400)
  })
})
