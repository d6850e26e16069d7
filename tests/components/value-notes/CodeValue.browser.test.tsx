import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { createMemoryRouter } from 'react-router'
import { queryClient } from '#api/client.ts'
import { CodeValue } from '#components/value-notes/CodeValue.tsx'
import { coded } from '#contract/codes/legend.ts'
import { listValueNotes, setValueNote } from '#contract/console/value-notes.ts'
import { installationStatus } from '#contract/desktop/status.ts'
import { answering } from '../../support/answering.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'
import { signedInWith } from '../../pages/devices/signed-in.ts'

beforeEach(() => queryClient.clear())

const agent = (value: number) => ({
  ...coded('installation_status', installationStatus, value),
  tone: 'muted' as const,
})

async function open(value: number, compact = false) {
  let notes: object[] = []
  const calls = answering({
    [listValueNotes.id]: () => ({ notes }),
    [setValueNote.id]: (note) => {
      notes = [{ ...note, by: 'ada', at: Date.now() }]
      return {}
    },
  })
  const Component = () => <CodeValue of={agent(value)} compact={compact} />
  await renderRouter(createMemoryRouter([{ path: '/', Component }]))
  return calls
}

test('a value whose meaning is stated is only said, and no notes are read', async () => {
  signedInWith('SOM_Admin')
  const calls = await open(22)
  await expect.element(page.getByText('Installed')).toBeVisible()
  expect(page.getByRole('button').elements()).toEqual([])
  expect(calls).toEqual([])
})

test.each([false, true])(
  'beside an undefined value an administrator notes what it means (in a list: %s)',
  async (compact) => {
    signedInWith('SOM_Admin')
    const calls = await open(25, compact)
    await expect.element(page.getByText('25, meaning not defined')).toBeVisible()
    await page.getByRole('button', { name: 'Add note on Installation status 25' }).click()
    const dialog = page.getByRole('dialog', { name: 'What Installation status 25 means here' })
    await dialog.getByRole('textbox', { name: 'Meaning here' }).fill('Waiting for a restart')
    await dialog.getByRole('button', { name: 'Save note' }).click()
    await expect
      .element(page.getByText(compact ? '25, noted: Waiting for a restart' : 'Waiting for a restart'))
      .toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Edit note on Installation status 25' })).toBeVisible()
    const sent = calls.find(({ row }) => row === setValueNote.id)
    expect(sent?.body).toEqual({ field: 'installation_status', value: '25', note: 'Waiting for a restart' })
  },
)

test('who administers something else reads, and writes nothing', async () => {
  signedInWith('MDM_Admin', 'SOM_Read')
  await open(25)
  await expect.element(page.getByText('25, meaning not defined')).toBeVisible()
  expect(page.getByRole('button').elements()).toEqual([])
})
