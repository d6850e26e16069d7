import { createMemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { listConnections } from '#contract/console/connections.ts'
import { listValueNotes, removeValueNote, setValueNote } from '#contract/console/value-notes.ts'
import { getDevice, listDeviceCommands } from '#contract/mdm/devices.ts'
import { listDeviceProfiles } from '#contract/mdm/profiles.ts'
import { Problem } from '#contract/problem.ts'
import { deviceRoutes } from './device-routes.ts'
import { paths } from '#paths.ts'
import { type Answers, answering } from '../../support/answering.ts'
import { signedInWith } from './signed-in.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'

const id = '9007199254741993'
beforeEach(() => page.viewport(1280, 800))
afterEach(async () => {
  await cleanup()
  queryClient.clear()
})

/** A console that keeps notes as the real one does. */
async function open(answers: Answers = {}) {
  let notes: object[] = []
  const calls = answering({
    [listConnections.id]: { embedded: true, connections: [] },
    [getDevice.id]: { device_id: id, device_name: 'Gate 7', camera: 3, allow_popups: 0 },
    [listDeviceCommands.id]: { commands: [] },
    [listDeviceProfiles.id]: { profiles: [] },
    [listValueNotes.id]: () => ({ notes }),
    [setValueNote.id]: (note) => {
      notes = [{ ...note, by: 'ada', at: Date.now() }]
      return {}
    },
    [removeValueNote.id]: () => {
      notes = []
      return {}
    },
    ...answers,
  })
  const router = createMemoryRouter([deviceRoutes], { initialEntries: [paths.deviceRestrictions(id)] })
  await renderRouter(router)
  return calls
}
const dialog = page.getByRole('dialog', { name: 'What Camera 3 means here' })

test('an administrator notes what a value means here; it is shown as theirs, found, changed and removed', async () => {
  signedInWith('MDM_Admin')
  const calls = await open()
  await page.getByRole('button', { name: 'Add note on Camera 3' }).click()
  await dialog.getByRole('button', { name: 'Save note' }).click()
  await expect.element(dialog.getByText('Enter what the value means')).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Meaning here' }).fill('Camera off in the halls')
  await dialog.getByRole('button', { name: 'Save note' }).click()
  await expect.element(page.getByText('Camera off in the halls')).toBeVisible()
  await expect.element(page.getByText(/^Note by ada, /)).toBeVisible()
  await expect.element(page.getByText('Meaning not defined').first()).toBeVisible()
  expect(calls.find(({ row }) => row === setValueNote.id)?.body).toEqual({
    field: 'camera',
    value: '3',
    note: 'Camera off in the halls',
  })
  await page.getByRole('searchbox', { name: 'Search' }).fill('in the halls')
  await expect.poll(() => page.getByRole('row').elements().length).toBe(2)
  await expect.element(page.getByText('Camera off in the halls')).toBeVisible()

  await page.getByRole('button', { name: 'Edit note on Camera 3' }).click()
  await expect.element(dialog.getByRole('textbox')).toHaveValue('Camera off in the halls')
  await dialog.getByRole('button', { name: 'Remove note' }).click()
  await page
    .getByRole('dialog', { name: 'Remove the note on Camera 3?' })
    .getByRole('button', { name: 'Remove note' })
    .click()
  await expect.element(page.getByText('Camera off in the halls')).not.toBeInTheDocument()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('a value with a stated meaning takes no note, and the help desk reads notes without writing any', async () => {
  signedInWith('MDM_Read')
  await open({
    [listValueNotes.id]: { notes: [{ field: 'camera', value: '3', note: 'Camera off', by: 'ada', at: Date.now() }] },
  })
  await expect.element(page.getByText('Camera off', { exact: true })).toBeVisible()
  expect(page.getByRole('button', { name: /note on/ }).elements()).toHaveLength(0)
  await cleanup()
  queryClient.clear()
  signedInWith('MDM_Admin')
  await open()
  await expect.element(page.getByRole('button', { name: 'Add note on Camera 3' })).toBeVisible()
  expect(page.getByRole('button', { name: /note on Allow popups/ }).elements()).toHaveLength(0)
})

test('a note that cannot be stored is said in the dialog, and what was typed stays', async () => {
  signedInWith('MDM_Admin')
  await open({ [setValueNote.id]: new Problem('FORBIDDEN') })
  await page.getByRole('button', { name: 'Add note on Camera 3' }).click()
  await dialog.getByRole('textbox').fill('Camera off')
  await dialog.getByRole('button', { name: 'Save note' }).click()
  await expect.element(dialog.getByRole('alert')).toBeVisible()
  await expect.element(dialog.getByRole('textbox')).toHaveValue('Camera off')
})
