import { createMemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import {
  importAnnotations,
  listAnnotationImports,
  maxThings,
  previewAnnotationImport,
} from '#contract/console/annotations/annotations.ts'
import { findHosts } from '#contract/console/host-list.ts'
import { Problem } from '#contract/problem.ts'
import { ImportDialog } from '#pages/settings/notes/ImportDialog.tsx'
import { answering } from '../../../support/answering.ts'
import { renderRouter } from '../../../support/RenderRouter.tsx'
import { signedInWith } from '../../devices/signed-in.ts'

beforeEach(() => queryClient.clear())

const names = Array.from({ length: maxThings + 1 }, (_, at) => `web-${at}`)
const rows = names.map((ResourceName) => ({ host: { ResourceName } }))
const pageFrom = (offset: number) => ({
  rows: rows.slice(offset, offset + 500),
  total: rows.length,
  options: {},
  annotationFields: [],
  ageMs: 0,
})
const preview = (asked: Record<string, unknown>) => ({
  rows: (asked.rows as object[]).map(() => ({
    changes: [{ field: 'owner', before: '', after: 'Ada' }],
    same: 0,
    refused: [],
  })),
})

test('an import that fails on its way says what was written, and goes on from there', async () => {
  signedInWith('KeyManagement_Write')
  let isAway = true
  const calls = answering({
    [findHosts.id]: ({ offset }) => pageFrom(Number(offset)),
    [previewAnnotationImport.id]: preview,
    [listAnnotationImports.id]: { rows: [] },
    [importAnnotations.id]: ({ things, import: begun }) => {
      if (begun !== undefined && isAway) return new Problem('FAILED', 'The database is away', { service: 'console' })
      return { import: 'i1', changed: (things as object[]).length, kept: [] }
    },
  })
  await renderRouter(
    createMemoryRouter([{ path: '/', element: <ImportDialog fields={[]} onClose={() => undefined} /> }]),
  )
  await page.getByRole('combobox', { name: 'Items' }).selectOptions('SSH hosts')
  const file = new File([`Name,Owner\n${names.map((name) => `${name},Ada`).join('\n')}`], 'hosts.csv')
  await page.getByLabelText('Choose CSV file').upload(file)
  const submit = page.getByRole('button', { name: 'Import 501 values' })
  await submit.click()
  await expect.element(page.getByText('The database is away', { exact: true })).toBeVisible()
  await expect.element(page.getByText('500 values imported so far')).toBeVisible()
  await expect.element(page.getByText(/Nothing is written yet/)).not.toBeInTheDocument()
  isAway = false
  await submit.click()
  await expect.element(page.getByText('501 values imported', { exact: true })).toBeVisible()
  const sent = calls
    .filter(({ row }) => row === importAnnotations.id)
    .map(({ body }) => (body.things as object[]).length)
  expect(sent).toEqual([500, 1, 1])
})
