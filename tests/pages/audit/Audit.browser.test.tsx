import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { type AuditEntry, exportAudit, listAudit, verifyAudit } from '#contract/console/audit.ts'
import { Problem } from '#contract/problem.ts'
import { currentSession } from '#contract/session.ts'
import * as Audit from '#pages/audit/Audit.tsx'
import { UiProvider } from '#ui/UiProvider.tsx'
import { type Answers, answering } from '../../support/answering.ts'

const entry = (id: number, more: Partial<AuditEntry> = {}): AuditEntry => ({
  id,
  at: Date.UTC(2026, 10, 21, 12, 0, id),
  site: 'test',
  user: 'admin',
  address: '10.1.2.3',
  action: 'mdm.wipeDevice',
  target: 'device_id: 7',
  result: 'done',
  code: '',
  ...more,
})
const entries = [
  entry(3, { action: 'new.operation', user: '', result: 'failed', code: 'TIMEOUT' }),
  entry(2, { user: '<img src=x onerror=alert(1)>', target: 'x'.repeat(400), result: 'refused', code: 'FORBIDDEN' }),
  entry(1),
]
const head = 'a'.repeat(64)

async function open(address: string, answers: Answers = {}) {
  const calls = answering({
    [currentSession.id]: { state: 'signed-out' },
    [listAudit.id]: { total: 3, entries },
    ...answers,
  })
  const router = createMemoryRouter([{ path: '/audit', loader: Audit.loader, Component: Audit.Component }], {
    initialEntries: [address],
  })
  await render(
    <UiProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </UiProvider>,
  )
  return { router, asked: (row: string) => calls.filter((call) => call.row === row).map(({ body }) => body) }
}
const table = () => page.getByRole('grid', { name: 'Audit' })
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

beforeEach(() => page.viewport(1280, 800))
afterEach(() => queryClient.clear())

test('each entry says what was done, when, by whom from where, to what, and how it ended', async () => {
  await open('/audit')
  const [, first, second, third] = [0, 1, 2, 3].map((at) => table().getByRole('row').nth(at))
  await expect.element(third as NonNullable<typeof third>).toMatchTextContent(/Erase/)
  for (const words of ['mdm.wipeDevice', '21 Nov 2026, 12:00:01 UTC', 'admin', '10.1.2.3', 'device_id: 7', 'Done']) {
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
  await page.getByRole('combobox', { name: 'User' }).selectOptions('admin')
  await page.getByRole('combobox', { name: 'Action' }).selectOptions('Signing in: End this session')
  await page.getByRole('searchbox', { name: 'Search' }).fill('device')
  await page.getByRole('combobox', { name: 'Period' }).selectOptions('Certain days')
  await page.getByLabelText('First day').fill('2026-11-20')
  await page.getByLabelText('Last day').fill('2026-11-21')
  await expect
    .poll(() => asked(listAudit.id).at(-1))
    .toEqual({
      page: 0,
      limit: 50,
      result: 'refused',
      user: 'admin',
      action: 'session.signOut',
      search: 'device',
      since: Date.UTC(2026, 10, 20),
      until: Date.UTC(2026, 10, 22) - 1,
    })
  expect(router.state.location.search).toBe(
    '?search=device&user=admin&action=session.signOut&result=refused&period=days&from=2026-11-20&to=2026-11-21',
  )
})

test('a list that is empty says why, and leads back', async () => {
  const { router } = await open('/audit?result=failed&period=week', { [listAudit.id]: { total: 0, entries: [] } })
  await expect.element(page.getByText('No entry matches')).toBeVisible()
  await expect.element(page.getByText('Filtered by result “Failed”, “Last 7 days”.')).toBeVisible()
  await press('Clear the filters')
  await expect.poll(() => router.state.location.search).toBe('')
})

test('who may not look is told which permission is needed, and is offered nothing else', async () => {
  await open('/audit', { [listAudit.id]: new Problem('FORBIDDEN', 'Your account needs Common_Admin') })
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Your account needs Common_Admin/)
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Ask an administrator for the permission named here/)
  expect(page.getByRole('button', { name: 'Verify the chain' }).query()).toBeNull()
  expect(page.getByRole('searchbox').query()).toBeNull()
})

test('what fails is said, and can be tried again', async () => {
  let fails = true
  await open('/audit', { [listAudit.id]: () => (fails ? new Problem('FAILED') : { total: 3, entries }) })
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Something went wrong/)
  fails = false
  await press('Try again')
  await expect.element(table()).toMatchTextContent(/mdm\.wipeDevice/)
})

test('an intact chain gives the number and the hash to note elsewhere', async () => {
  await open('/audit', { [verifyAudit.id]: { intact: true, entries: 1234, head } })
  await press('Verify the chain')
  await expect.element(page.getByRole('status').filter({ hasText: 'The chain is intact: 1,234 entries' })).toBeVisible()
  await expect.element(page.getByText(head)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Copy number and hash' })).toBeVisible()
})

test('a chain that is not intact says what was found and what to do', async () => {
  const found = { intact: false, entries: 3, head, problem: 'Entry 2 is missing' }
  await open('/audit', { [verifyAudit.id]: found })
  await press('Verify the chain')
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent(/not as it was written.*Entry 2 is missing\..*Keep a copy/)
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
  await expect.element(page.getByRole('alert')).toMatchTextContent(/The server took too long to answer/)
})

test('more entries than fit into a file are announced before one exports', async () => {
  await open('/audit', { [listAudit.id]: { total: 123_456, entries } })
  await expect.element(page.getByText(/A file holds the newest 100,000 of these 123,456 entries/)).toBeVisible()
})

test('the keyboard alone reaches filters, entries and the check', async () => {
  await open('/audit', { [verifyAudit.id]: { intact: true, entries: 3, head } })
  await expect.element(table()).toMatchTextContent(/mdm\.wipeDevice/)
  await userEvent.tab()
  await expect.element(page.getByRole('button', { name: 'Verify the chain' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(head)).toBeVisible()
  await userEvent.keyboard('/')
  await expect.element(page.getByRole('searchbox', { name: 'Search' })).toHaveFocus()
})
