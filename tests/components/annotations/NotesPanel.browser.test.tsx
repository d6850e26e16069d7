import { createMemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { NotesPanel } from '#components/annotations/NotesPanel.tsx'
import {
  type AnnotationField,
  changeAnnotation,
  listAnnotationFields,
  readAnnotation,
} from '#contract/console/annotations/annotations.ts'
import { Problem } from '#contract/problem.ts'
import { signedInWith } from '../../pages/devices/signed-in.ts'
import { type Answers, answering } from '../../support/answering.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'

beforeEach(async () => {
  queryClient.clear()
  await page.viewport(1280, 800)
})
afterEach(() => cleanup())

const pool: AnnotationField = { id: 'f1', name: 'Pool', type: 'choice', choices: ['Loan', 'Spare'], kinds: ['device'] }
const cell = (field: string, value: string, by = 'grace') => ({ field, value, by, at: Date.now() })
const thing = { kind: 'device', subject: '7', label: 'Gate 7', identifiers: ['serial:c02x', 'id:7'] } as const

async function open(answers: Answers) {
  const calls = answering({ [listAnnotationFields.id]: { fields: [pool] }, ...answers })
  await renderRouter(createMemoryRouter([{ path: '/', element: <NotesPanel {...thing} /> }]))
  return calls
}
const dialog = page.getByRole('dialog', { name: 'Notes and tags of Gate 7' })
const sentTo = (calls: Awaited<ReturnType<typeof open>>) =>
  calls.filter(({ row }) => row === changeAnnotation.id).map(({ body }) => body.cells)

test('who may change a device sets its owner, tags and own fields; only what was typed is sent', async () => {
  signedInWith('MDM_Write')
  const calls = await open({
    [readAnnotation.id]: { cells: [cell('note', 'Screen cracked\nsince May')] },
    [changeAnnotation.id]: { cells: [] },
  })
  await expect.element(page.getByText('Screen cracked since May')).toBeVisible()
  await page.getByRole('button', { name: 'Edit notes and tags' }).click()
  await expect.element(dialog.getByRole('textbox', { name: 'Owner' })).toHaveFocus()
  await dialog.getByRole('textbox', { name: 'Owner' }).fill('Ada')
  await dialog.getByRole('textbox', { name: 'Tags' }).fill('vip; Lisbon')
  await dialog.getByRole('combobox', { name: 'Pool' }).selectOptions('Spare')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => sentTo(calls), { timeout: 20_000 })
    .toEqual([
      [
        { field: 'owner', before: '', after: 'Ada' },
        { field: 'tags', before: '', after: 'Lisbon, vip' },
        { field: 'f1', before: '', after: 'Spare' },
      ],
    ])
})

test('the help desk has the note alone, and is told what somebody else wrote meanwhile before it is overwritten', async () => {
  signedInWith('MDM_Read')
  let note = ''
  const refusal = new Problem(
    'INVALID_INPUT',
    'Note: was changed by grace meanwhile and is now “Lost”. Nothing was saved.',
    {
      service: 'console',
      field: 'note',
    },
  )
  const calls = await open({
    [readAnnotation.id]: () => ({ cells: note === '' ? [] : [cell('note', note)] }),
    [changeAnnotation.id]: ({ cells }) => {
      const [{ before }] = cells as [{ before: string }]
      if (before === note) return { cells: [] }
      return new Response(JSON.stringify({ code: refusal.code, message: refusal.message, field: 'note' }), {
        status: 400,
        headers: { 'content-type': 'application/json' },
      })
    },
  })
  await page.getByRole('button', { name: 'Edit note' }).click()
  const field = dialog.getByRole('textbox', { name: 'Note' })
  await expect.element(field).toHaveFocus()
  await expect.element(dialog.getByRole('textbox', { name: 'Owner' })).not.toBeInTheDocument()
  note = 'Lost' // somebody else
  await field.fill('Called twice')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByText(/was changed by grace meanwhile and is now “Lost”/).first()).toBeVisible()
  await expect.element(field).toHaveValue('Called twice')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => sentTo(calls), { timeout: 20_000 })
    .toEqual([
      [{ field: 'note', before: '', after: 'Called twice' }],
      [{ field: 'note', before: 'Lost', after: 'Called twice' }],
    ])
})

test('what cannot be read says so in place, and a wrong value stands at its field', async () => {
  signedInWith('MDM_Write')
  let isAway = true
  await open({ [readAnnotation.id]: () => (isAway ? new Problem('DATABASE_AWAY') : { cells: [] }) })
  await expect.element(page.getByText('The database cannot be reached')).toBeVisible()
  isAway = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('No owner, tags or notes yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Edit notes and tags' }).click()
  await expect.element(dialog.getByRole('textbox', { name: 'Owner' })).toHaveFocus()
  await dialog.getByRole('textbox', { name: 'Note' }).fill('-----BEGIN PRIVATE KEY-----')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByText('This must not contain a private key')).toBeVisible()
})
