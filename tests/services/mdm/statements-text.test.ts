// Any text where an id or a name is expected is refused or kept, and never breaks the service.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { noPostgres, startPostgres } from '../../platform/database/postgres.ts'
import { startRunning, type Running } from '../running.ts'

const databases = [
  { name: 'SQLite', skip: undefined },
  { name: 'PostgreSQL', skip: noPostgres },
]
const odd = ['\u0000', 'a\u0000b', '%', "'", '__proto__', 'constructor', '9'.repeat(50), '-1', '1e3', 'ß', ' ']

describe.each(databases)('odd text on $name', ({ name, skip }) => {
  let running: Running
  let key: string
  let group: string
  let stop = () => Promise.resolve()
  beforeAll(async () => {
    if (skip) return
    const postgres = name === 'PostgreSQL' ? await startPostgres() : undefined
    running = await startRunning({ seed: 'large:20', url: await postgres?.createDatabase('text') })
    key = await running.mdmKey()
    group = /"group_id":(\d+)/.exec((await ask('POST', '/groups', { name: 'Odd' })).text)?.[1] ?? ''
    stop = async () => {
      await running.stop()
      await postgres?.stop()
    }
  })
  afterAll(() => stop())

  const ask = async (method: string, path: string, body?: object) => {
    const headers: Record<string, string> = { authorization: key }
    if (body) headers['content-type'] = 'application/json'
    const answer = await running.ask(`/api/v1${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    const text = await answer.text()
    const { error_code: code } = (text === '' ? {} : JSON.parse(text)) as { error_code?: string }
    return { status: answer.status, code, text }
  }

  test.skipIf(skip).each(odd)('%j is no id of anything', async (text) => {
    const id = encodeURIComponent(text)
    const unknown = { status: 404, code: 'COM0008' }
    const paths = [
      '',
      '/summary',
      '/apps',
      '/apps/1',
      '/profiles',
      '/profiles/1',
      '/commandhistory',
      '/actions',
      '/scan',
    ]
    for (const path of paths) expect(await ask('GET', `/devices/${id}${path}`), path).toMatchObject(unknown)
    for (const list of ['groups', 'users', 'profiles', 'apps']) {
      expect(await ask('GET', `/${list}/${id}`), list).toMatchObject(unknown)
      expect(await ask('DELETE', `/${list}/${id}`), list).toMatchObject(unknown)
    }
    expect(await ask('DELETE', `/groups/${group}/members/${id}`)).toMatchObject(unknown)
    expect(await ask('POST', `/devices/${id}/actions/scan`, {})).toMatchObject(unknown)
    expect(await ask('POST', `/groups/${group}/members`, { member_ids: [text] })).toMatchObject(unknown)
    expect(await ask('POST', '/actions/scan', { groups: [text] })).toMatchObject(unknown)
  })

  test.skipIf(skip).each(odd)(
    'a filter %j finds what has it, and a batch says that it does not know it',
    async (text) => {
      for (const filter of [
        'group_id',
        'platform',
        'imei',
        'email',
        'serial_number',
        'device_type',
        'owned_by',
        'search',
      ])
        expect(await ask('GET', `/devices?limit=1&${filter}=${encodeURIComponent(text)}`), filter).toMatchObject({
          status: 200,
        })
      for (const list of ['groups', 'users', 'profiles', 'apps'])
        expect(await ask('GET', `/${list}?search=${encodeURIComponent(text)}`), list).toMatchObject({ status: 200 })
      const { text: answer } = await ask('POST', '/actions/scan', { device_ids: [text] })
      expect(JSON.parse(answer)).toMatchObject({ total_count: 1, na_list: [{ device_id: text }] })
    },
  )

  test.skipIf(skip)('a name with any character in it is kept as it came, or refused', async () => {
    for (const text of ['a\u0000b', '\ud800', '<b>', 'x'.repeat(150), '🚢', 'אב']) {
      const made = await ask('POST', '/groups', { name: `g ${text}` })
      expect([201, 400], JSON.stringify(text)).toContain(made.status)
      const user = await ask('POST', '/users', { user_name: text, user_email: `u${text.length}@x.example` })
      expect([201, 400, 409], JSON.stringify(text)).toContain(user.status)
    }
  })
})
