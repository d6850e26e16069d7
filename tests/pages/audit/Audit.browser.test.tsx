import { createMemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { sessionQuery } from '#api/session.ts'
import { type AuditEntry, exportAudit, listAudit, verifyAudit } from '#contract/console/audit.ts'
import { verifyAudit as verifyKeyAudit } from '#contract/keys/api-keys.ts'
import { Problem } from '#contract/problem.ts'
import { currentSession, type SignedIn } from '#contract/session.ts'
import * as Audit from '#pages/audit/Audit.tsx'
import { type Answers, answering } from '../../support/answering.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'

const entry = (id: number, more: Partial<AuditEntry> = {}) => ({
  source: 'console',
  id,
  at: Date.UTC(2026, 10, 21, 12, 0, id),
  site: 'test',
  user: 'admin',
  address: '10.1.2.3',
  action: 'mdm.wipeDevice',
  target: 'device_id: 7',
  description: '',
  reason: '',
  ticket: '',
  result: 'done',
  code: '',
  ...more,
})
const entries = [
  entry(3, { action: 'new.operation', user: '', result: 'failed', code: 'TIMEOUT' }),
  entry(2, { user: '<img src=x onerror=alert(1)>', target: 'x'.repeat(400), result: 'refused', code: 'FORBIDDEN' }),
  entry(1, { reason: 'Stolen in Lyon', ticket: 'INC-4711' }),
]
const head = 'a'.repeat(64)
/** As key management tells it: no address, no target, no result. */
const keyEntry = {
  source: 'keys',
  id: 3,
  at: Date.UTC(2026, 10, 21, 11),
  site: 'test',
  user: 'console',
  address: '',
  action: 'createsshkey',
  target: '',
  description: 'SSH key “web” created',
  reason: '',
  ticket: '',
  code: '',
}
const list = (entries: object[], more: object = {}) => ({
  total: entries.length,
  entries,
  missing: [],
  unseen: 0,
  ...more,
})
const signedIn = (permissions: string[]): SignedIn => ({
  state: 'signed-in',
  demo: false,
  by: 'password',
  site: { name: 'test', title: 'Test' },
  sites: [{ name: 'test', title: 'Test' }],
  user: { name: 'admin', email: '', authType: 'local_authentication', permissions },
})
const verified = (details: object) => ({ name: 'verifyAudit', result: { status: 'Success' }, details })

async function open(address: string, answers: Answers = {}, permissions = ['Common_Admin', 'KeyManagement_Admin']) {
  // The shell asks before it shows a page.
  queryClient.setQueryData(sessionQuery.queryKey, signedIn(permissions))
  const calls = answering({
    [currentSession.id]: signedIn(permissions),
    [listAudit.id]: list(entries),
    [verifyAudit.id]: { intact: true, entries: 3, head },
    [verifyKeyAudit.id]: verified({ intact: true }),
    ...answers,
  })
  const router = createMemoryRouter([{ path: '/audit', loader: Audit.loader, Component: Audit.Component }], {
    initialEntries: [address],
  })
  await renderRouter(router)
  return { router, asked: (row: string) => calls.filter((call) => call.row === row).map(({ body }) => body) }
}
const table = () => page.getByRole('grid', { name: 'Audit' })
const seen = (text: string | RegExp) => expect.element(page.getByText(text)).toBeVisible()
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

beforeEach(() => page.viewport(1280, 800))
// Not after it: what is still drawn would ask again.
beforeEach(() => queryClient.clear())

test('each entry says what was done, when, by whom from where, to what, and how it ended', async () => {
  await open('/audit')
  const [, first, second, third] = [0, 1, 2, 3].map((at) => table().getByRole('row').nth(at))
  await expect.element(third as NonNullable<typeof third>).toMatchTextContent(/Erase/)
  for (const words of [
    'mdm.wipeDevice',
    '21 Nov 2026, 12:00:01 UTC',
    'admin',
    '10.1.2.3',
    'device_id: 7',
    'Stolen in Lyon',
    'INC-4711',
    'Done',
  ]) {
    await expect.element(third as NonNullable<typeof third>).toMatchTextContent(words)
  }
  await expect.element(second as NonNullable<typeof second>).toMatchTextContent(/<img src=x.*Refused FORBIDDEN/)
  await expect.element(first as NonNullable<typeof first>).toMatchTextContent(/new\.operation.*–.*Failed TIMEOUT/)
  expect(document.querySelector('img')).toBeNull()
  for (const width of [1280, 390]) {
    await page.viewport(width, 800)
    expect(document.documentElement.scrollWidth, `at ${width} pixels`).toBeLessThanOrEqual(width)
  }
})

test('what one filters by is asked of the server, and stands in the address', async () => {
  const { router, asked } = await open('/audit?page=2')
  await expect.poll(() => asked(listAudit.id)).toEqual([{ page: 1, limit: 50 }])
  await page.getByRole('combobox', { name: 'Result' }).selectOptions('Refused')
  await page.getByRole('combobox', { name: 'Source' }).selectOptions('This console')
  await page.getByRole('combobox', { name: 'User' }).selectOptions('admin')
  await page.getByRole('combobox', { name: 'Action' }).selectOptions('Signing in: End this session')
  await page.getByRole('searchbox', { name: 'Search' }).fill('device')
  await page.getByRole('combobox', { name: 'Period' }).selectOptions('Custom range')
  await page.getByLabelText('First day').fill('2026-11-20')
  await page.getByLabelText('Last day').fill('2026-11-21')
  await expect
    .poll(() => asked(listAudit.id).at(-1))
    .toEqual({
      page: 0,
      limit: 50,
      result: 'refused',
      source: 'console',
      user: 'admin',
      action: 'session.signOut',
      search: 'device',
      since: Date.UTC(2026, 10, 20),
      until: Date.UTC(2026, 10, 22) - 1,
    })
  expect(router.state.location.search).toBe(
    '?search=device&source=console&user=admin&action=session.signOut&result=refused&period=days&from=2026-11-20&to=2026-11-21',
  )
})

test('a list that is empty says why, and leads back', async () => {
  const { router } = await open('/audit?result=failed&period=week', { [listAudit.id]: list([]) })
  await expect.element(page.getByText('No matching entries')).toBeVisible()
  await expect.element(page.getByText('Filtered by result “Failed”, “Last 7 days”.')).toBeVisible()
  await press('Clear the filters')
  await expect.poll(() => router.state.location.search).toBe('')
})

test('who may not look is told which permission is needed, and is offered nothing else', async () => {
  await open('/audit', { [listAudit.id]: new Problem('FORBIDDEN', 'Your account needs Common_Admin') })
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Your account needs Common_Admin/)
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Ask an administrator for the permission named here/)
  expect(page.getByRole('button', { name: 'Verify hash chains' }).query()).toBeNull()
  expect(page.getByRole('searchbox').query()).toBeNull()
  expect(page.getByRole('button', { name: 'Try again' }).query()).toBeNull()
})

test('what fails is said, and can be tried again', async () => {
  let fails = true
  await open('/audit', { [listAudit.id]: () => (fails ? new Problem('FAILED') : list(entries)) })
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Something went wrong/)
  fails = false
  await press('Try again')
  await expect.element(table()).toMatchTextContent(/mdm\.wipeDevice/)
})

test('an intact chain gives the number and the hash to note elsewhere', async () => {
  await open('/audit', { [verifyAudit.id]: { intact: true, entries: 1234, head } })
  await press('Verify hash chains')
  await expect
    .element(page.getByRole('status').filter({ hasText: 'This console: hash chain intact, 1,234 entries' }))
    .toBeVisible()
  await expect.element(page.getByText(head)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Copy number and hash' })).toBeVisible()
})

test('a chain that is not intact says what was found and what to do', async () => {
  const found = { intact: false, entries: 3, head, problem: 'Entry 2 is missing' }
  await open('/audit', { [verifyAudit.id]: found })
  await press('Verify hash chains')
  await expect.element(page.getByRole('alert')).toMatchTextContent(/was modified.*Entry 2 is missing\..*Keep a copy/)
})

test('an entry of key management says what its server tells, and claims nothing else', async () => {
  const unknown = { ...keyEntry, id: undefined, at: undefined, action: 'UserEnumeration', user: '', description: '' }
  await open('/audit', { [listAudit.id]: list([keyEntry, unknown, ...entries]) })
  const rows = table().getByRole('row')
  await expect
    .element(rows.nth(1))
    .toMatchTextContent(/Create an SSH key pair createsshkey.*Key management.*console.*SSH key “web” created.*–$/)
  await expect.element(rows.nth(2)).toMatchTextContent(/^UserEnumeration UserEnumeration.*–.*Key management.*–.*–.*–$/)
  await expect.element(rows.nth(3)).toMatchTextContent(/This console/)
  await page.getByRole('combobox', { name: 'Source' }).selectOptions('Key management')
  await page.getByRole('combobox', { name: 'Result' }).selectOptions('Done')
  await expect.element(page.getByText(/Key management does not report results/)).toBeVisible()
})

test.each([
  ['UNREACHABLE', 'The server cannot be reached', /Check that it is running/, true],
  ['FORBIDDEN', 'Your account needs KeyManagement_Read', /Ask an administrator for the permission/, false],
  ['NOT_CONNECTED', 'This site has no key management', /Configure it, then restart/, false],
  ['REFUSED', 'The vault is closed', /contact the server’s administrator/, true],
])('entries that are missing (%s) are told of above those that are there', async (code, message, next, again) => {
  const { asked } = await open('/audit', {
    [listAudit.id]: list(entries, { missing: [{ source: 'keys', code, message }], unseen: 5 }),
  })
  await seen('Entries of key management could not be loaded')
  await seen(new RegExp(`^${message} ${code}$`))
  await seen(next)
  await seen(/5 older entries that it does not return/)
  await expect.element(table()).toMatchTextContent(/mdm\.wipeDevice/)
  if (!again) return expect(page.getByRole('button', { name: 'Try again' }).query()).toBeNull()
  const before = asked(listAudit.id).length // on a slow machine the page has tried again by itself meanwhile
  await press('Try again')
  await expect.poll(() => asked(listAudit.id).length).toBeGreaterThan(before)
})

test('entries that could not be loaded are there by themselves when they can be', async () => {
  let missing = [{ source: 'keys', code: 'TIMEOUT', message: 'The server did not respond in time' }]
  await open('/audit', { [listAudit.id]: () => list(entries, { missing }) })
  const gap = page.getByText('Entries of key management could not be loaded')
  await expect.element(gap).toBeVisible()
  missing = []
  await expect.element(gap, { timeout: 30_000 }).not.toBeInTheDocument()
})

test('when only key management was asked for, the empty list does not say that nothing matches', async () => {
  const missing = [{ source: 'keys', code: 'TIMEOUT', message: 'The server did not respond in time' }]
  await open('/audit?source=keys', { [listAudit.id]: list([], { missing }) })
  await expect.element(page.getByText('These entries could not be read')).toBeVisible()
  expect(page.getByText('No matching entries').query()).toBeNull()
})

test.each([
  [
    'Key management: hash chain intact',
    /^No entries were changed, removed, inserted or truncated\.\s*$/,
    verified({ intact: true }),
  ],
  [
    'Key management: the audit log was modified',
    'Audit row 7 is missing.',
    verified({ intact: false, problem: 'Audit row 7 is missing' }),
  ],
  ['Key management: unknown', /did not report whether its audit log is intact/, verified({})],
  [
    'Key management: not verified',
    'This server does not support audit verification.',
    new Problem('NOT_OFFERED', undefined, { service: 'keys' }),
  ],
  ['Key management: not verified', 'This site has no key management.', new Problem('NOT_CONNECTED')],
  ['The server cannot be reached', /Check that it is running/, new Problem('UNREACHABLE')],
])('verifying says of key management by itself: %s, %s', async (title, details, answer) => {
  await open('/audit', { [verifyKeyAudit.id]: answer })
  await press('Verify hash chains')
  await seen(title)
  await seen(details)
  await seen(/^This console: hash chain intact, 3 entries/)
})

test('who may not have key management verified is told which permission is needed, and it is not asked', async () => {
  const { asked } = await open('/audit', {}, ['Common_Admin'])
  await press('Verify hash chains')
  await expect.element(page.getByText('Verifying it requires KeyManagement_Admin.')).toBeVisible()
  expect(asked(verifyKeyAudit.id)).toEqual([])
})

test('JSON lines of key management alone are not offered, and the reason is at hand', async () => {
  const { asked } = await open('/audit?source=keys')
  const button = page.getByRole('button', { name: 'Export JSON lines' })
  await expect.element(button).toHaveAttribute('aria-disabled', 'true')
  await expect.element(button).toHaveAttribute('data-tip', expect.stringContaining('Choose another source'))
  await button.click({ force: true })
  expect(asked(exportAudit.id)).toEqual([])
})

test.each([
  ['Export CSV', 'csv', 'audit-2026-11-21.csv'],
  ['Export JSON lines', 'jsonl', 'audit-2026-11-21.jsonl'],
])('%s saves what the filters leave, byte for byte', async (button, format, name) => {
  const saved: { name: string; content: Promise<Uint8Array> }[] = []
  const blobs = new Map<string, Blob>()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.set(`blob:${blobs.size}`, blob as Blob)
    return `blob:${blobs.size - 1}`
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const blob = blobs.get(this.href)
    if (blob) saved.push({ name: this.download, content: blob.bytes() })
  })
  const bytes = Uint8Array.from([0xef, 0xbb, 0xbf, 0x31, 0x0d, 0x0a])
  const headers = { 'content-type': 'text/csv', 'content-disposition': `attachment; filename="${name}"` }
  const { asked } = await open('/audit?user=admin', {
    [exportAudit.id]: () => new Response(bytes, { headers }),
  })
  await expect.element(table()).toMatchTextContent(/mdm\.wipeDevice/)
  await press(button)
  await expect.poll(() => saved.length).toBe(1)
  expect(saved[0]?.name).toBe(name)
  expect(await saved[0]?.content).toEqual(bytes)
  expect(asked(exportAudit.id)).toEqual([{ user: 'admin', format }])
})

test('an export that fails is explained', async () => {
  await open('/audit', { [exportAudit.id]: new Problem('TIMEOUT') })
  await press('Export CSV')
  await expect.element(page.getByRole('alert')).toMatchTextContent(/The server did not respond in time/)
})

test('more entries than fit into a file are announced before one exports', async () => {
  await open('/audit', { [listAudit.id]: list(entries, { total: 123_456 }) })
  await expect.element(page.getByText(/An export contains the newest 100,000 of these 123,456 entries/)).toBeVisible()
})

test.each([
  [1, /^Entries of this console up to 1 Oct 2026.* are in 1 archive /],
  [1200, /^Entries of this console up to 1 Oct 2026.* are in 1,200 archives /],
])('that older entries are in %i archives is told', async (archives, told) => {
  await open('/audit', { [listAudit.id]: list(entries, { archived: { archives, until: Date.UTC(2026, 9, 1, 12) } }) })
  await seen(told)
})

test('without archives nothing is said of them', async () => {
  await open('/audit')
  await expect.element(table()).toMatchTextContent(/mdm\.wipeDevice/)
  expect(page.getByText(/^Entries of this console up to/).query()).toBeNull()
})

test('the keyboard alone reaches filters, entries and the check', async () => {
  await open('/audit', { [verifyAudit.id]: { intact: true, entries: 3, head } })
  await expect.element(table()).toMatchTextContent(/mdm\.wipeDevice/)
  await userEvent.tab()
  await expect.element(page.getByRole('button', { name: 'Verify hash chains' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(head)).toBeVisible()
  await userEvent.keyboard('/')
  await expect.element(page.getByRole('searchbox', { name: 'Search' })).toHaveFocus()
})
