import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cleanup, render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { listValueNotes } from '#contract/console/value-notes.ts'
import { addProfilePayload, updateProfilePayload } from '#contract/mdm/profiles.ts'
import { Problem } from '#contract/problem.ts'
import { AddPayload, EditPayload } from '#pages/devices/profiles/payload/PayloadDialog.tsx'
import { UiProvider } from '#ui/theme/UiProvider.tsx'
import { type Answers, answering } from '../../../support/answering.ts'
import { signedInWith } from '../signed-in.ts'

const profile = { id: '7', platform: 1 }
const nothing = () => undefined

beforeEach(async () => {
  await page.viewport(1280, 800)
  signedInWith('MDM_Write')
})
afterEach(async () => {
  await cleanup()
  queryClient.clear()
})

async function show(content: ReactNode, answers: Answers) {
  const calls = answering({
    [listValueNotes.id]: { notes: [{ field: 'camera', value: '3', note: 'Camera off', by: 'ada', at: 0 }] },
    ...answers,
  })
  await render(
    <UiProvider>
      <QueryClientProvider client={queryClient}>{content}</QueryClientProvider>
    </UiProvider>,
  )
  return (row: string) => calls.filter((call) => call.row === row).map(({ body }) => body.payload)
}
const png = () => new File([Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0)], 'office.png')
const add = page.getByRole('button', { name: 'Add', exact: true })
const chosenKind = page.getByRole('combobox', { name: 'Type' })

test('an image that the server wants smaller is refused at its field, until another one is chosen', async () => {
  await show(<AddPayload profile={profile} onClose={nothing} />, {
    [addProfilePayload.id]: new Problem('PAY0001', 'image: has 9 bytes; it must be smaller than 8'),
  })
  await chosenKind.selectOptions('Wallpaper')
  await expect.element(page.getByText('PNG or JPEG, at most 128 KiB.')).toBeVisible()
  await add.click()
  await expect.element(page.getByText('Choose a file')).toBeVisible()
  await userEvent.upload(page.getByLabelText('Choose an image'), png())
  await expect.element(page.getByText('Choose a file')).not.toBeInTheDocument()
  await add.click()
  const refusal = page.getByText('Refused by the server: has 9 bytes; it must be smaller than 8')
  await expect.element(refusal).toBeVisible()
  await expect.element(page.getByText('Details: PAY0001', { exact: false })).toBeVisible()
  await userEvent.upload(page.getByLabelText('Choose an image'), png())
  await expect.element(refusal).not.toBeInTheDocument()
})

test('a refusal by the text of the reference, which names no field, stands at the image', async () => {
  await show(<AddPayload profile={profile} onClose={nothing} />, {
    [addProfilePayload.id]: new Problem('PAY0001', undefined, { service: 'mdm' }),
  })
  await chosenKind.selectOptions('Wallpaper')
  await userEvent.upload(page.getByLabelText('Choose an image'), png())
  await add.click()
  await expect.element(page.getByText(/^Refused by the server: Uploaded image must be smaller/)).toBeVisible()
})

test('a file that is no certificate is told before it is sent, and the server has the last word', async () => {
  const sent = await show(<AddPayload profile={profile} onClose={nothing} />, {
    [addProfilePayload.id]: new Problem('FIL0001', 'certificate_file: must be an X.509 certificate, PEM or DER'),
  })
  await chosenKind.selectOptions('Certificate')
  await page.getByRole('textbox', { name: 'Certificate name' }).fill('Root')
  await userEvent.upload(page.getByLabelText('Choose a certificate'), new File(['no certificate'], 'root.pem'))
  await expect.element(page.getByText('This file is not a certificate')).toBeVisible()
  await add.click()
  await expect.element(page.getByText('Refused by the server: must be an X.509 certificate, PEM or DER')).toBeVisible()
  expect(sent(addProfilePayload.id)).toEqual([{ certificate_name: 'Root', certificate_file: btoa('no certificate') }])
})

test('of restrictions that are edited, only those that changed are sent; a note says what a value means here', async () => {
  const former = { camera: 0, allow_popups: 0, allow_usb: 1 }
  const edit = { payloadId: '9', kind: 'restrictions', former } as const
  const sent = await show(<EditPayload profile={profile} {...edit} onClose={nothing} />, {
    [updateProfilePayload.id]: { payload_id: '9' },
  })
  await page.getByRole('radio', { name: 'Set' }).click()
  const setting = (name: string) => page.getByRole('combobox', { name })
  await expect.element(setting('Allow popups allow_popups')).toHaveValue('0')
  await setting('Camera camera').selectOptions('3, noted by ada: Camera off')
  await setting('Allow USB allow_usb').selectOptions('Not set')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => sent(updateProfilePayload.id)).toEqual([{ camera: 3, allow_usb: null }])
})

test('Escape does not discard a payload without a question, and keeps it when the answer is no', async () => {
  const closed = vi.fn()
  await show(<AddPayload profile={profile} onClose={closed} />, {})
  await chosenKind.selectOptions('Certificate')
  const nameField = page.getByRole('textbox', { name: 'Certificate name' })
  await nameField.fill('Root')
  await userEvent.keyboard('{Escape}')
  const keep = page.getByRole('button', { name: 'Keep editing' })
  await expect.element(keep).toHaveFocus()
  expect(closed).not.toHaveBeenCalled()
  await keep.click()
  await expect.element(nameField).toHaveFocus()
  await expect.element(nameField).toHaveValue('Root')
  await userEvent.keyboard('{Escape}')
  await page.getByRole('button', { name: 'Discard' }).click()
  expect(closed).toHaveBeenCalledTimes(1)
})

test('Escape closes a payload dialog in which nothing was entered', async () => {
  const closed = vi.fn()
  await show(<AddPayload profile={profile} onClose={closed} />, {})
  await expect.element(chosenKind).toBeVisible()
  await userEvent.keyboard('{Escape}')
  expect(closed).toHaveBeenCalledTimes(1)
})
