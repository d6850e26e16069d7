import { createMemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import {
  importAnnotations,
  listAnnotationImports,
  previewAnnotationImport,
} from '#contract/console/annotations/annotations.ts'
import { Problem } from '#contract/problem.ts'
import { ImportDialog } from '#pages/settings/notes/ImportDialog.tsx'
import { answering } from '../../../support/answering.ts'
import { renderRouter } from '../../../support/RenderRouter.tsx'
import { signedInWith } from '../../devices/signed-in.ts'

beforeEach(() => queryClient.clear())

const names = Array.from({ length: 1201 }, (_, at) => `web-${at}`)
const preview = ({ rows }: Record<string, unknown>) => ({
  changed: (rows as { name: string }[]).map(({ name }) => ({
    subject: name,
    label: name,
    identifiers: [`name:${name}`],
    changes: [{ field: 'owner', before: '', after: 'Ada' }],
  })),
  same: 0,
  unknown: [],
  refused: [],
})
const kinds = { [previewAnnotationImport.id]: preview, [listAnnotationImports.id]: { rows: [] } }

async function choose() {
  await renderRouter(
    createMemoryRouter([{ path: '/', element: <ImportDialog fields={[]} onClose={() => undefined} /> }]),
  )
  await page.getByRole('combobox', { name: 'Items' }).selectOptions('SSH hosts')
  await upload()
}
const upload = () => {
  const file = new File([`Name,Owner,Color\n${names.map((name) => `${name},Ada,red`).join('\n')}`], 'hosts.csv')
  return page.getByLabelText('Choose CSV file').upload(file)
}
const submit = () => page.getByRole('button', { name: 'Import 1,201 values' })

test('an import of any length is one preview and one request, which the console completes', async () => {
  signedInWith('KeyManagement_Write')
  const calls = answering({
    ...kinds,
    [importAnnotations.id]: ({ things }) => ({ import: 'i1', changed: (things as object[]).length, kept: [] }),
  })
  await choose()
  await expect.element(page.getByText(/Nothing is written yet/)).toBeVisible()
  await expect.element(page.getByText('Unknown columns: Color')).toBeVisible()
  await submit().click()
  await expect.element(page.getByText('1,201 values imported', { exact: true })).toBeVisible()
  const sent = calls.filter(({ row }) => row === previewAnnotationImport.id || row === importAnnotations.id)
  expect(sent.map(({ row }) => row)).toEqual([previewAnnotationImport.id, importAnnotations.id])
  expect(sent[0]?.body).toMatchObject({
    kind: 'host',
    column: 'Name',
    rows: { 1200: { line: 1202, name: 'web-1200' } },
  })
  expect(sent[1]?.body).toMatchObject({
    kind: 'host',
    file: 'hosts.csv',
    things: { 1200: { subject: 'web-1200', changes: [{ field: 'owner', before: '', after: 'Ada' }] } },
  })
})

test('an import that fails on its way says what to do, and compares the file again', async () => {
  signedInWith('KeyManagement_Write')
  let isAway = true
  answering({
    ...kinds,
    [importAnnotations.id]: ({ things }) =>
      isAway
        ? new Problem('FAILED', 'The database is away', { service: 'console' })
        : { import: 'i1', changed: (things as object[]).length, kept: [] },
  })
  await choose()
  await submit().click()
  await expect.element(page.getByText('The database is away', { exact: true })).toBeVisible()
  await expect.element(page.getByText(/To import the rest otherwise, choose the file again/)).toBeVisible()
  await expect.element(page.getByText(/Nothing is written yet/)).not.toBeInTheDocument()
  isAway = false
  await upload()
  await submit().click()
  await expect.element(page.getByText('1,201 values imported', { exact: true })).toBeVisible()
})
