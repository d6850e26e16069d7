import { beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { csvStart, csvText } from '#contract/csv.ts'
import type { CsvExport } from '#ui/table/selection/csv-export.ts'
import { cellsOfCsv } from '../../support/cells-of-csv.ts'
import { InRouter } from '../InRouter.tsx'
import { manyPhones, NoActions, type Phone, Phones } from './Phones.tsx'

/** What the browser was given to save: the name of each file, and its cells. */
let saved: { name: string; cells: Promise<string[][]> }[] = []

beforeEach(async () => {
  await page.viewport(1280, 800)
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T23:30:00') })
  saved = []
  let latest: Blob | undefined
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    latest = blob as Blob
    return 'blob:file'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const text = latest?.bytes().then((bytes) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes))
    if (text) saved.push({ name: this.download, cells: text.then((text) => cellsOfCsv(text.slice(csvStart.length))) })
  })
  return () => vi.useRealTimers()
})

const csv = { name: 'phones', write: csvText }
const exportAll = () => page.getByRole('button', { name: 'Export CSV' }).click()
const cells = async () => {
  await expect.poll(() => saved.length).toBe(1)
  return saved[0]?.cells
}

test('the file has the columns that are shown, in their order, and the rows that are left, as they are sorted', async () => {
  await render(<Phones csv={csv} storageKey="export" />, { wrapper: InRouter })
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Seen' }).click()
  await page.getByRole('button', { name: 'Move City up' }).click()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByLabelText('Name contains').fill('p')
  await expect.element(page.getByText('2 of 4 rows')).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Name' }).click()
  await exportAll()
  expect(await cells()).toEqual([
    ['Name', 'City', 'Age'],
    ['phone 9', 'Bonn', ''],
    ['Phone 10', 'Ulm', '3'],
  ])
  expect(saved[0]?.name).toBe('phones-2026-11-21.csv')
})

test('times are written so that every reader understands them, and nothing as a formula', async () => {
  await render(<Phones csv={csv} />, { wrapper: InRouter })
  await exportAll()
  const [, ...rows] = (await cells()) ?? []
  expect(rows.map(([name, , , seen]) => [name, seen])).toEqual([
    ['Phone 10', new Date('2026-11-01T12:00:00').toISOString()],
    ['phone 9', ''],
    ['Élan', new Date('2026-11-20T12:00:00').toISOString()],
    [`'=cmd`, new Date('2026-11-21T12:00:00').toISOString()],
  ])
})

test('of an empty list nothing is exported: the button stays where it is and says why', async () => {
  await render(<Phones csv={csv} storageKey="empty" rows={[]} />, { wrapper: InRouter })
  const button = page.getByRole('button', { name: 'Export CSV' })
  await expect.element(button).toBeVisible()
  await expect.element(button).toHaveAttribute('aria-disabled', 'true')
  await expect.element(button).toHaveAttribute('data-tip', 'No rows')
  await button.click({ force: true })
  expect(saved).toEqual([])
})

const all = manyPhones(450)
const served = (pageOf: CsvExport<Phone>['pageOf']) => (
  <Phones
    rows={all.slice(0, 50)}
    total={450}
    server={{ offset: 0, limit: 50, onChange: () => {} }}
    csv={{ ...csv, pageOf }}
  />
)
const pages = async (offset: number, limit: number) => ({ rows: all.slice(offset, offset + limit), total: 450 })

test('a list that a server pages is exported with all of its pages', async () => {
  await render(served(pages), { wrapper: InRouter })
  await exportAll()
  expect(await cells()).toHaveLength(451)
  await expect.element(page.getByText('Export: 450 rows, done.')).toBeVisible()
})

test('one sees how far it is, and can stop it', async () => {
  const third = Promise.withResolvers<Awaited<ReturnType<typeof pages>>>()
  const signals: AbortSignal[] = []
  const slow = async (offset: number, limit: number, signal: AbortSignal) => {
    signals.push(signal)
    return offset < 400 ? pages(offset, limit) : third.promise
  }
  await render(served(slow), { wrapper: InRouter })
  await exportAll()
  await expect.element(page.getByText('Export: 400 of 450 rows')).toBeVisible()
  await expect.element(page.getByRole('progressbar', { name: 'Export' })).toHaveAttribute('value', '400')
  await page.getByRole('button', { name: 'Cancel' }).click()
  expect(signals.at(-1)?.aborted).toBe(true)
  third.resolve(await pages(400, 200))
  await expect.element(page.getByRole('progressbar')).not.toBeInTheDocument()
  expect(saved).toEqual([])
})

test('when a page fails, it says how far it came, and goes on from there', async () => {
  const asked: number[] = []
  let broken = true
  const flaky = async (offset: number, limit: number) => {
    asked.push(offset)
    if (offset === 200 && broken) throw new Error('The server does not answer')
    return pages(offset, limit)
  }
  await render(served(flaky), { wrapper: InRouter })
  await exportAll()
  const alert = page.getByRole('alert')
  const words = 'Export stopped after 200 of 450 rows. The server does not answer. Try again to continue from there.'
  await expect.poll(() => alert.query()?.textContent).toContain(words)
  expect(saved, 'half a file is not saved').toEqual([])
  broken = false
  await alert.getByRole('button', { name: 'Try again' }).click()
  expect(await cells()).toHaveLength(451)
  expect(asked).toEqual([0, 200, 200, 400])
})

test('only the chosen rows are exported from the bar of the selection', async () => {
  await render(<Phones csv={csv} SelectionActions={NoActions} />, { wrapper: InRouter })
  await page.getByRole('checkbox', { name: 'Select Élan' }).click()
  await page.getByRole('button', { name: 'Export selected' }).click()
  expect((await cells())?.map(([name]) => name)).toEqual(['Name', 'Élan'])
})
