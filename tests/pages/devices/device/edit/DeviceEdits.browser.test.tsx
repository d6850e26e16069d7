import type { ReactNode } from 'react'
import { createMemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { planJob, startJob } from '#contract/console/jobs.ts'
import { updateDevice } from '#contract/mdm/devices.ts'
import { listUsers } from '#contract/mdm/users.ts'
import { Problem } from '#contract/problem.ts'
import { AssignUser } from '#pages/devices/device/edit/AssignUser.tsx'
import { EditDevices } from '#pages/devices/device/edit/EditDevice.tsx'
import { DeviceEdits } from '#pages/devices/device/edit/DeviceEdits.tsx'
import { paths } from '#paths.ts'
import { type Answers, answering } from '../../../../support/answering.ts'
import { renderRouter } from '../../../../support/RenderRouter.tsx'
import { jobOf } from '../../../jobs/job-records.ts'
import { signedInWith } from '../../signed-in.ts'

const device = { device_id: '9007199254741993', device_name: 'Gate 7', asset_tag: 'HV-1', owned_by: '1' }
const users = { users: [{ user_id: '9007199254741999', user_name: 'Ada Okafor', user_email: 'ada@harbor.example' }] }

beforeEach(() => page.viewport(1280, 800))
beforeEach(() => queryClient.clear())

async function render(answers: Answers, element: ReactNode) {
  const calls = answering(answers)
  const router = createMemoryRouter([
    { path: '/', element },
    { path: paths.job('12'), element: 'The page of job 12' },
  ])
  await renderRouter(router)
  return calls
}
async function show(answers: Answers, content = <DeviceEdits device={device} />) {
  const calls = await render(answers, content)
  return () => calls.filter(({ row }) => row === updateDevice.id).map(({ body }) => body)
}

test('an administrator changes the asset tag, and nothing else is sent', async () => {
  signedInWith('MDM_Admin')
  const sent = await show({ [updateDevice.id]: device })
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabelText('Asset tag').fill('HV-2')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(sent).toEqual([{ device_id: device.device_id, asset_tag: 'HV-2' }])
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('what the server refuses is said in the dialog, and nothing that was typed is lost', async () => {
  signedInWith('MDM_Admin')
  await show({ [updateDevice.id]: new Problem('COM0005', 'office: must be shorter') })
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabelText('Office').fill('Lisboa')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(page.getByLabelText('Office')).toHaveValue('Lisboa')
})

test('a device is assigned to one of the users', async () => {
  signedInWith('MDM_Admin')
  const sent = await show({ [updateDevice.id]: device, [listUsers.id]: users })
  await page.getByRole('button', { name: 'Assign user' }).click()
  await page.getByRole('radio', { name: 'Ada Okafor' }).click()
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect.poll(sent).toMatchObject([{ device_id: device.device_id }])
  expect(String(sent()[0]?.user_id)).toBe(users.users[0]?.user_id)
})

/** What jobs were planned of. */
async function showSeveral(answers: Answers, content: ReactNode) {
  const started = { [planJob.id]: jobOf({ state: 'planned' }), [startJob.id]: jobOf({}) }
  const calls = await render({ ...answers, ...started }, content)
  return () => calls.filter(({ row }) => row === planJob.id).map(({ body }) => body)
}
const several = [device, { device_id: '8', device_name: 'Gate 8' }]
const items = [
  { subject: device.device_id, label: 'Gate 7', detail: '' },
  { subject: '8', label: 'Gate 8', detail: '' },
]

test('several devices are assigned to a user by a job', async () => {
  signedInWith('MDM_Admin')
  const planned = await showSeveral(
    { [listUsers.id]: users },
    <AssignUser devices={several} onClose={() => undefined} />,
  )
  await page.getByRole('radio', { name: 'Ada Okafor' }).click()
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect.element(page.getByText('The page of job 12')).toBeVisible()
  const [job = {}] = planned()
  expect(job).toMatchObject({ endpoint: updateDevice.id, title: 'Assign 2 devices to Ada Okafor', items })
  expect(String((job.input as { user_id?: unknown }).user_id)).toBe(users.users[0]?.user_id)
})

test('several devices get the same details by a job, and fields that are left empty are not sent', async () => {
  signedInWith('MDM_Admin')
  const planned = await showSeveral({}, <EditDevices devices={several} onClose={() => undefined} />)
  const save = page.getByRole('button', { name: 'Save' })
  await save.click()
  await expect.element(page.getByText('Fill in at least one field')).toBeVisible()
  await page.getByLabelText('Office').fill('Lisboa')
  await page.getByLabelText('Ownership').selectOptions('Personal (2)')
  await save.click()
  await expect.element(page.getByText('The page of job 12')).toBeVisible()
  expect(planned()).toEqual([
    { endpoint: updateDevice.id, title: 'Edit 2 devices', input: { office: 'Lisboa', owned_by: 2 }, items },
  ])
})

test('whoever may not change devices is not offered it', async () => {
  signedInWith('MDM_Read')
  await show({})
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})
