import { expect, test, vi } from 'vitest'
import { ask, requested, takeExport } from '#components/views/view-requests.ts'
import { listJobItems } from '#contract/console/jobs.ts'
import { listComputers } from '#contract/desktop/som.ts'
import { maxRowsOfPage } from '#contract/console/views/views.ts'

const columns = [{ id: 'label' }]
const exported = (csv: Parameters<typeof takeExport>[0], total: number) => {
  ask(undefined)
  const here = vi.fn<() => void>()
  takeExport(csv, columns, total, false, here)
  return { here: here.mock.calls.length, request: requested() }
}
const items = { name: 'job-5', endpoint: listJobItems, asking: { job: 5, outcome: 'failed' } }

test('a few results of a job are exported by the page', () => {
  expect(exported(items, 3)).toEqual({ here: 1, request: undefined })
})

test('many results of a job are exported by the console, which adds the paging that the list requires', () => {
  const question = { list: listJobItems.id, input: { job: 5, outcome: 'failed' }, columns: ['label'] }
  const request = { kind: 'export', name: 'job-5', question, total: maxRowsOfPage + 1 }
  expect(exported(items, maxRowsOfPage + 1)).toEqual({ here: 0, request })
})

test('the question of an export has no paging of its own', () => {
  const computers = { name: 'computers', endpoint: listComputers, asking: { page: 4, pagelimit: 50 } }
  expect(exported(computers, maxRowsOfPage + 1).request).toMatchObject({ question: { input: {} } })
})
