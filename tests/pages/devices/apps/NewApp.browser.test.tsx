// An own app with its package: how far the upload is, what ends it, and what is refused.
import { createMemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { sessionQuery } from '#api/session.ts'
import { createApp } from '#contract/mdm/apps.ts'
import { uploadFile } from '#contract/mdm/files.ts'
import { Problem } from '#contract/problem.ts'
import type { SessionState } from '#contract/session.ts'
import { NewApp } from '#pages/devices/apps/NewApp.tsx'
import { type Answers, answering } from '../../../support/answering.ts'
import { renderRouter } from '../../../support/RenderRouter.tsx'
import { signedInWith } from '../signed-in.ts'

const mib = 1024 * 1024
beforeEach(() => {
  queryClient.clear()
  signedInWith('MDM_Read', 'MDM_Write')
})

const dialog = () => page.getByRole('dialog', { name: 'New app' })
const field = (name: string) => dialog().getByRole('textbox', { name, exact: true })

async function open(answers: Answers) {
  await cleanup()
  const calls = answering(answers)
  const routes = [
    { path: '/', element: <NewApp onClose={() => undefined} /> },
    { path: '*', element: <p>The page of the app</p> },
  ]
  await renderRouter(createMemoryRouter(routes))
  await dialog().getByRole('combobox', { name: 'Kind' }).selectOptions('Enterprise app')
  await field('Name').fill('Till')
  await field('Identifier').fill('example.till')
  return calls
}

const packageOf = (size: number, signature = 'PK\u0003\u0004') =>
  new File([signature, new Uint8Array(size - signature.length)], 'till.apk')
const choose = (file: File) => userEvent.upload(dialog().getByLabelText('Choose the package'), file)
const add = () => dialog().getByRole('button', { name: 'Add app' }).click()

test('the file is sent first, and the app takes it by the id that the server gave it', async () => {
  const calls = await open({
    [uploadFile.id]: { file_id: '123', file_name: 'till.apk', content_length: 3 * mib },
    [createApp.id]: { app_id: '9' },
  })
  await choose(packageOf(3 * mib))
  await add()
  await expect.element(page.getByText('The page of the app')).toBeVisible()
  const [sent, made] = calls.filter(({ row }) => row === uploadFile.id || row === createApp.id)
  expect(sent?.body.file).toMatchObject({ size: 3 * mib, name: 'till.apk' })
  expect(made?.body).toMatchObject({ app_name: 'Till', app_type: 2, app_file: 123 })
})

test('an upload shows how far it is, and can be canceled; nothing is added then', async () => {
  const { promise: answer, resolve } = Promise.withResolvers<Problem>()
  const calls = await open({ [uploadFile.id]: () => answer, [createApp.id]: {} })
  await choose(packageOf(2 * mib))
  await add()
  const upload = dialog().getByRole('region', { name: 'Upload' })
  await expect.element(upload.getByText(/till\.apk/)).toBeVisible()
  expect(upload.getByRole('progressbar', { name: 'Uploaded of till.apk' }).elements()).toHaveLength(1)
  await expect.element(upload.getByText(/^[\d.]+ of 2 MiB$/)).toBeVisible()
  await upload.getByRole('button', { name: 'Cancel upload' }).click()
  resolve(new Problem('COM0004'))
  await expect.element(dialog().getByText('The upload was canceled. Nothing was added.')).toBeVisible()
  expect(upload.elements()).toEqual([])
  expect(calls.filter(({ row }) => row === createApp.id)).toEqual([])
})

test('what the server refuses to make of it is told, and the file is not sent again', async () => {
  const calls = await open({
    [uploadFile.id]: { file_id: '123' },
    [createApp.id]: new Problem('COM0010', 'There is an app example.till already', { service: 'mdm' }),
  })
  await choose(packageOf(mib))
  await add()
  await expect.element(dialog().getByText('There is an app example.till already')).toBeVisible()
  await field('Identifier').fill('example.other')
  await add()
  await expect.poll(() => calls.filter(({ row }) => row === createApp.id).length).toBe(2)
  expect(calls.filter(({ row }) => row === uploadFile.id)).toHaveLength(1)
})

test('a file that is too large is told before anything is sent, one of another kind is warned of', async () => {
  const session = queryClient.getQueryData<SessionState>(sessionQuery.queryKey)
  const limited = { ...session, maxUploadBytes: 2 * mib } as SessionState
  queryClient.setQueryData<SessionState>(sessionQuery.queryKey, limited)
  const calls = await open({
    [uploadFile.id]: new Problem('FIL0001', 'file: this is not a ZIP archive', { service: 'mdm' }),
  })
  await expect.element(dialog().getByText(/at most 2 MiB/)).toBeVisible()
  await choose(packageOf(3 * mib))
  await add()
  await expect.element(dialog().getByText('This file is larger than 2 MiB. Choose a smaller one')).toBeVisible()
  expect(calls.filter(({ row }) => row === uploadFile.id)).toEqual([])

  await choose(packageOf(mib, 'notes'))
  await expect.element(dialog().getByText('This file is not a ZIP archive')).toBeVisible()
  await add()
  await expect.element(dialog().getByText('Refused by the server: this is not a ZIP archive')).toBeVisible()
})

test('a refusal by the text of the reference stands at the package, which is then sent again', async () => {
  const calls = await open({
    [uploadFile.id]: { file_id: '123' },
    [createApp.id]: new Problem('APP0001', undefined, { service: 'mdm' }),
  })
  await choose(packageOf(mib))
  await add()
  await expect.element(dialog().getByText('Refused by the server: App upload rejected')).toBeVisible()
  await add()
  await expect.poll(() => calls.filter(({ row }) => row === uploadFile.id).length, { timeout: 20_000 }).toBe(2)
})

test('a package that the server may have used is sent again with the next attempt', async () => {
  const calls = await open({
    [uploadFile.id]: { file_id: '123' },
    [createApp.id]: new Problem('TRUNCATED', undefined, { service: 'mdm' }),
  })
  await choose(packageOf(mib))
  await add()
  await expect.element(dialog().getByText(/The change may have been made/)).toBeVisible()
  await add()
  await expect.poll(() => calls.filter(({ row }) => row === uploadFile.id).length).toBe(2)
})

test('an upload without an answer can be repeated, because no app was added', async () => {
  const calls = await open({
    [uploadFile.id]: new Problem('TRUNCATED', undefined, { service: 'mdm' }),
    [createApp.id]: {},
  })
  await choose(packageOf(mib))
  await add()
  await expect.element(dialog().getByText('The server response is incomplete')).toBeVisible()
  await expect.element(dialog().getByText(/^Try again/)).toBeVisible()
  expect(
    dialog()
      .getByText(/The change may have been made/)
      .elements(),
  ).toEqual([])
  await add()
  await expect.poll(() => calls.filter(({ row }) => row === uploadFile.id).length).toBe(2)
  expect(calls.filter(({ row }) => row === createApp.id)).toEqual([])
})

test('a server that takes no files says so, and nothing is added', async () => {
  const calls = await open({
    [uploadFile.id]: new Problem('COM0008', undefined, { service: 'mdm' }),
    [createApp.id]: {},
  })
  await choose(packageOf(mib))
  await add()
  await expect.element(dialog().getByText('Unknown resource')).toBeVisible()
  expect(calls.filter(({ row }) => row === createApp.id)).toEqual([])
})
