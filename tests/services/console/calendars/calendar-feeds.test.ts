// What a calendar gets that reads a feed of somebody: by their rights of that moment, and never an empty list for a failure.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { calendarAddress, feedLivesDays, maxCalendarFeeds } from '#contract/console/calendars/calendar-feeds.ts'
import { calendarReader } from '#services/console/calendars/read-calendar.ts'
import { desktopAnswers, type Proxy, secret, startProxy } from '../../../support/proxy.ts'
import { json } from '../../../support/upstream.ts'

const day = 86_400_000
const minute = 60_000
let proxy: Proxy
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21, 12) })
  proxy = await startProxy()
  proxy.keys.answer(({ url }, response) =>
    url.includes('/getAllSSLCertificates') ? json(response, listOf(certificates)) : json(response, {}, 404),
  )
})
afterEach(async () => {
  await proxy.stop()
  vi.useRealTimers()
})

const certificates = [
  { CertID: 1, 'Common Name': 'www; "old"', ExpiryDate: '2026-11-20T12:00:00Z', FromDate: '2025-11-20T12:00:00Z' },
  { CertID: 2, 'Common Name': 'shop', ExpiryDate: '2027-01-15T12:00:05Z', FromDate: '2026-01-15T12:00:05Z' },
  { CertID: 3, 'Common Name': 'odd', ExpiryDate: 'in spring', FromDate: '2026-01-15T12:00:05Z' },
]
const listOf = (details: object[]) => ({ name: 'x', result: { status: 'Success', message: 'Done' }, details })

type Made = { feed: string; password: string }
const feedOf = async (cookie: string, name = '') =>
  (await proxy.call('console.createCalendarFeed', { name }, cookie)).value as Made
const basic = ({ feed, password }: Made) => ({
  authorization: `Basic ${Buffer.from(`${feed}:${password}`).toString('base64')}`,
})
const read = (made: Made, headers: Record<string, string> = {}) =>
  proxy.send(calendarAddress(made.feed), 'GET', { ...basic(made), ...headers })
const feedsOf = async (cookie: string) =>
  (await proxy.call('console.listCalendarFeeds', {}, cookie)).value.rows as Record<string, unknown>[]
/** The check of an account counts for some seconds. */
const later = (ms = minute) => vi.setSystemTime(Date.now() + ms)

/** RFC 5545, 3.1 and 3.6: unfolded lines, each of a name and a value, of components that end as they begin. */
function eventsIn(ics: string): Map<string, string>[] {
  expect(ics.endsWith('\r\n')).toBe(true)
  const lines = ics
    .slice(0, -2)
    .replaceAll(/\r\n[ \t]/g, '')
    .split('\r\n')
  const open: string[] = []
  const events: Map<string, string>[] = []
  for (const line of lines) {
    const [, name = '', value = ''] = /^([A-Z-]+)(?:;[^:]*)?:(.*)$/.exec(line) ?? expect.unreachable(line)
    if (name === 'BEGIN') open.push(value)
    if (name === 'BEGIN' && value === 'VEVENT') events.push(new Map())
    if (name === 'END') expect(open.pop()).toBe(value)
    else if (open.at(-1) === 'VEVENT') events.at(-1)?.set(name, value)
  }
  expect(open).toEqual([])
  return events
}

describe('a feed', () => {
  test('has the content of the file, each once, at a URL without a secret', async () => {
    const cookie = await proxy.signInConfirmed('admin')
    const made = await feedOf(cookie, 'Team calendar')
    const { status, headers, text } = await read(made)
    expect([status, headers['content-type']]).toEqual([200, 'text/calendar;charset=UTF-8'])
    const events = eventsIn(text)
    expect(events.map((event) => event.get('SUMMARY'))).toEqual(['shop expires', 'www\\; "old" expires'])
    expect(events[0]?.get('DTSTART')).toBe('20270115T120005Z')
    expect(events[0]?.get('URL')).toMatch(new RegExp(`^${proxy.origin}/`))
    expect(new Set(events.map((event) => event.get('UID'))).size).toBe(2)
    expect(calendarAddress(made.feed)).not.toContain(made.password)
    expect(await feedsOf(cookie)).toMatchObject([{ name: 'Team calendar', fetchedAt: Date.now(), why: '' }])
  })

  test('is sent again only after a change', async () => {
    const made = await feedOf(await proxy.signInConfirmed('admin'))
    const { headers } = await read(made)
    later()
    const again = await read(made, { 'if-none-match': String(headers.etag) })
    expect([again.status, again.text]).toEqual([304, ''])
    expect((await read(made, { 'if-none-match': `"x", ${String(headers.etag).slice(2)}` })).status).toBe(304)
    expect((await read(made, { 'if-none-match': 'W/"x"' })).status).toBe(200)
    expect((await proxy.send(calendarAddress(made.feed), 'HEAD', basic(made))).text).toBe('')
    expect((await proxy.send(calendarAddress(made.feed), 'POST', basic(made))).status).toBe(405)
  })

  test('works after a sign-out, and is revoked by signing out everywhere', async () => {
    const made = await feedOf(await proxy.signInConfirmed('admin'))
    const other = await proxy.signIn('admin')
    await proxy.call('session.signOut', {}, other)
    later()
    expect((await read(made)).status).toBe(200)
    await proxy.call('session.signOutEverywhere', {}, await proxy.signIn('admin'))
    const refused = await read(made)
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, expect.stringMatching(/^Basic realm=/)])
    expect(refused.text).toContain('revoked')
    expect(await feedsOf(await proxy.signIn('admin'))).toEqual([])
    expect((await read(made)).status).toBe(401)
  })

  test('is revoked by a new password', async () => {
    const cookie = await proxy.signInConfirmed('admin')
    const made = await feedOf(cookie)
    const change = { old_password: btoa('secret'), new_password: btoa('a new and long password') }
    expect((await proxy.call('desktop.changePassword', change, cookie)).status).toBe(200)
    expect(await read(made)).toMatchObject({ status: 401, text: expect.stringContaining('revoked') as string })
  })

  test('ends after a long absence of its owner, whoever has their name then', async () => {
    const made = await feedOf(await proxy.signInConfirmed('admin'))
    later(feedLivesDays * day)
    expect((await read(made)).status).toBe(200)
    later()
    expect(await read(made)).toMatchObject({ status: 401, text: expect.stringContaining('90 days') as string })
    await proxy.call('console.listPreferences', {}, await proxy.signIn('admin'))
    expect((await read(made)).status).toBe(401)
  })
})

describe('current permissions apply', () => {
  const allows = (read: string[]) =>
    proxy.desktop.answer((request, response) =>
      request.url.endsWith('/desktop/account')
        ? json(response, {
            message_type: 'account',
            message_response: { account: { user_permissions: { read, write: [], admin: [] } } },
            message_version: '1.0',
            status: 'success',
          })
        : desktopAnswers(request, response),
    )

  test('without the permission for certificates no feed is created, and an existing one reports it', async () => {
    const cookie = await proxy.signInConfirmed('nobody')
    expect((await proxy.call('console.createCalendarFeed', { name: '' }, cookie)).status).toBe(403)
    allows(['KeyManagement_Read'])
    const made = await feedOf(await proxy.signInConfirmed('admin'))
    later()
    expect((await read(made)).status).toBe(200)
    allows(['MDM_Read'])
    later()
    expect(await read(made)).toMatchObject({ status: 403, text: expect.stringContaining('permission') as string })
  })

  test('a failure of the login server is reported, and former permissions do not count', async () => {
    allows(['KeyManagement_Read'])
    const cookie = await proxy.signInConfirmed('admin')
    const made = await feedOf(cookie)
    later()
    expect((await read(made)).status).toBe(200)
    proxy.desktop.answer((_, response) => json(response, {}, 500))
    later()
    expect(await read(made)).toMatchObject({ status: 503, text: expect.stringContaining('did not report') as string })
    // The browser of the same person is not held up.
    expect((await proxy.call('console.listCalendarFeeds', {}, cookie)).status).toBe(200)
  })

  test('a disabled account has no access', async () => {
    allows(['KeyManagement_Read'])
    const made = await feedOf(await proxy.signInConfirmed('admin'))
    later()
    expect((await read(made)).status).toBe(200)
    proxy.desktop.answer((_, response) => json(response, { status: 'error', error_code: '10006' }, 401))
    later()
    const refused = await read(made)
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([503, undefined])
    expect(refused.text).toContain('no longer valid')
    // Also once nobody can say it any more.
    proxy.desktop.answer((_, response) => json(response, {}, 404))
    later()
    expect((await read(made)).status).toBe(503)
    proxy.desktop.answer(desktopAnswers)
    await proxy.signIn('admin')
    expect((await read(made)).status).toBe(200)
  })
})

describe('an unavailable server', () => {
  test('is reported as an error, and the calendar keeps its events', async () => {
    const cookie = await proxy.signInConfirmed('admin')
    const made = await feedOf(cookie)
    proxy.keys.answer((_, response) => json(response, {}, 503))
    const away = await read(made)
    expect(away.status).toBeGreaterThanOrEqual(500)
    expect(away.text).toMatch(/^The certificates could not be read: /)
    expect(await feedsOf(cookie)).toMatchObject([{ why: away.text.trim() }])
    // Another password would not help.
    proxy.keys.answer((_, response) => json(response, {}, 401))
    later()
    const refused = await read(made)
    expect(refused.status).toBeGreaterThanOrEqual(500)
    expect(refused.headers['www-authenticate']).toBeUndefined()
  })

  test('certificates beyond the limit are counted, and those that expire next are included', async () => {
    const rows = Array.from({ length: 7 }, (_, at) => ({
      id: String(at),
      name: `c${at}`,
      issuer: '',
      places: [],
      expiry: { at: new Date(Date.now() + (at - 2) * day) },
    }))
    const callAs = vi.fn((_owner: unknown, _row: unknown, asked: Asked) => {
      const [{ from = -Infinity, to = Infinity } = {}] = asked.filters
      const found = rows.filter(({ expiry: { at } }) => at.getTime() >= from && at.getTime() <= to)
      const sorted = asked.sort[0]?.descending === true ? found.toReversed() : found
      return Promise.resolve({ rows: sorted.slice(asked.offset, asked.offset + asked.limit), total: found.length })
    })
    const of = (max: number) =>
      calendarReader({
        callAs: callAs as never,
        sites: { all: [{ name: 'a' }, { name: 'b' }] as never },
        places: { certificate: (id) => `/certificates/${id}` },
        clock: Date.now,
        max,
      })(
        { site: 'a', owner: 'ada', job: 0, credential: '', isConfirmed: false },
        { feed: { site: 'a', id: 'f' }, origin: 'https://console.example', signal: new AbortController().signal },
      )
    const names = async (max: number) =>
      eventsIn((await of(max)).text).map((event) => event.get('SUMMARY')?.split(' ')[0])
    expect(await names(100)).toEqual(['c2', 'c3', 'c4', 'c5', 'c6', 'c1', 'c0'])
    expect(await names(6)).toEqual(['c2', 'c3', 'c4', 'c5', 'c6', 'c1'])
    expect(await names(3)).toEqual(['c2', 'c3', 'c4'])
    expect((await of(3)).text).toContain('Not listed: 4 more')
    expect((await of(100)).text).not.toContain('Not listed')
    expect((await of(100)).text).toContain('URL:https://console.example/sites/a/certificates/2')
  })
})
type Asked = {
  filters: { from?: number; to?: number }[]
  sort: { descending: boolean }[]
  offset: number
  limit: number
}

describe('the password', () => {
  test('requires reauthentication, is stored and logged nowhere, and the audit names the feed alone', async () => {
    expect((await proxy.call('console.createCalendarFeed', { name: '' }, await proxy.signIn('admin'))).value.code).toBe(
      'CONFIRM_IDENTITY',
    )
    const cookie = await proxy.signInConfirmed('admin')
    const made = await feedOf(cookie, 'Team calendar')
    await read(made)
    await read({ ...made, password: `${made.password}x` })
    await proxy.call('console.revokeCalendarFeed', { feed: made.feed }, cookie)
    const entries = await proxy.tables
      .selectFrom('proxy_audit')
      .select(['action', 'target', 'result'])
      .where('action', 'like', 'console.%CalendarFeed')
      .where('result', '=', 'done')
      .orderBy('id')
      .execute()
    expect(entries).toMatchObject([
      { action: 'console.createCalendarFeed', target: expect.stringContaining('Team calendar') as string },
      { action: 'console.revokeCalendarFeed', target: expect.stringContaining(made.feed) as string },
    ])
    const everything = (await proxy.stored()) + proxy.log.join('\n')
    for (const text of [made.password, basic(made).authorization.slice(6), secret.token])
      expect(everything).not.toContain(text)
  })

  test('is invalid once the feed is revoked, in every process', async () => {
    const other = await startProxy({ beside: proxy })
    try {
      const cookie = await proxy.signInConfirmed('admin')
      const made = await feedOf(cookie)
      const there = () => other.send(calendarAddress(made.feed), 'GET', basic(made))
      expect((await there()).status).toBe(200)
      expect(
        (await proxy.call('console.revokeCalendarFeed', { feed: made.feed }, await proxy.signIn('writer'))).status,
      ).toBe(404)
      expect((await there()).status).toBe(200)
      await proxy.call('console.revokeCalendarFeed', { feed: made.feed }, cookie)
      expect(await there()).toMatchObject({ status: 401, text: expect.stringContaining('revoked') as string })
      expect(await feedsOf(cookie)).toEqual([])
    } finally {
      await other.stop()
    }
  })

  test('of another feed, or none at all, is refused', async () => {
    const cookie = await proxy.signInConfirmed('admin')
    const [one, two] = [await feedOf(cookie), await feedOf(cookie)]
    expect((await proxy.send(calendarAddress(one.feed), 'GET', basic(two))).status).toBe(401)
    expect((await read({ feed: one.feed, password: two.password })).status).toBe(401)
    for (const authorization of ['', 'Basic', 'Basic %%%', `Bearer ${one.password}`])
      expect((await proxy.send(calendarAddress(one.feed), 'GET', { authorization })).status).toBe(401)
    expect((await proxy.send(calendarAddress(one.feed), 'GET', { ...basic(one), host: 'evil.example' })).status).toBe(
      421,
    )
    expect((await read(one)).status).toBe(200)
  })

  test('wrong ones are delayed after some attempts, and the correct one never', async () => {
    const made = await feedOf(await proxy.signInConfirmed('admin'))
    const statuses: number[] = []
    for (let at = 0; at < 21; at += 1) statuses.push((await read({ ...made, password: 'wrong' })).status)
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 401), 429])
    expect((await read({ ...made, password: 'wrong' })).headers['retry-after']).toMatch(/^\d+$/)
    expect((await read(made)).status).toBe(200)
    later(20 * minute)
    expect((await read({ ...made, password: 'wrong' })).status).toBe(401)
  })
})

test('the number of feeds per account is limited', async () => {
  const cookie = await proxy.signInConfirmed('admin')
  const create = () => proxy.call('console.createCalendarFeed', { name: '' }, cookie)
  const answers = await Promise.all(Array.from({ length: maxCalendarFeeds + 2 }, create))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(maxCalendarFeeds)
  expect(await feedsOf(cookie)).toHaveLength(maxCalendarFeeds)
})
