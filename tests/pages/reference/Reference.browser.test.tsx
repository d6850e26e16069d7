import { createMemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { sessionQuery } from '#api/session.ts'
import { startWireLog, wireLog } from '#api/wire-log.ts'
import { endpoints } from '#contract/endpoints.ts'
import { addSshKey, createSshKey, deleteSshKey, exportSshKey, getSshKeyPassphrase } from '#contract/keys/ssh.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { createGroup } from '#contract/mdm/groups.ts'
import { Problem } from '#contract/problem.ts'
import type { SessionState } from '#contract/session.ts'
import { canBeTried } from '#pages/reference/operation-remarks.ts'
import * as Reference from '#pages/reference/Reference.tsx'
import { inputFieldsOf } from '#pages/reference/try/input-fields.ts'
import { TryForm } from '#pages/reference/try/TryForm.tsx'
import { UiProvider } from '#ui/theme/UiProvider.tsx'
import { type Answers, answering } from '../../support/answering.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'

startWireLog()

beforeEach(async () => {
  await page.viewport(1280, 800)
  wireLog.clear()
})

function signedInWith(...permissions: string[]) {
  const session: SessionState = {
    state: 'signed-in',
    demo: false,
    by: 'password',
    site: { name: 'test', title: 'Test' },
    sites: [],
    user: { name: 'ada', email: '', authType: '', permissions },
  }
  queryClient.setQueryData(sessionQuery.queryKey, session)
}

async function open(address: string, answers: Answers = {}) {
  const calls = answering(answers)
  const router = createMemoryRouter(
    [{ path: '/reference', handle: Reference.handle, element: <main>{<Reference.Component />}</main> }],
    { initialEntries: [address] },
  )
  await renderRouter(router)
  return { calls, router }
}

const send = () => page.getByRole('button', { name: 'Send', exact: true })

test('every operation of the services has a form, and every field of its input can be reached', async () => {
  const tried = [...endpoints.values()].filter(canBeTried)
  expect(tried.length).toBeGreaterThan(150)
  const shown = await render(<div />, { wrapper: UiProvider })
  for (const endpoint of tried) {
    // oxlint-disable-next-line no-await-in-loop -- one form at a time
    await shown.rerender(
      <TryForm
        key={endpoint.id}
        endpoint={endpoint}
        refused={undefined}
        pending={false}
        said=""
        onSend={() => undefined}
      />,
    )
    const form = document.querySelector(`form[aria-label="Try ${endpoint.id}"]`)
    const fields = [...(form?.querySelectorAll<HTMLInputElement>('input, textarea, select') ?? [])]
    const names = fields
      .filter(({ type, disabled, tabIndex }) => type !== 'hidden' && !disabled && tabIndex >= 0)
      .map(({ labels }) => labels?.[0]?.textContent.replace(/ \*$| \((required|optional)\)$/, ''))
    expect(names, endpoint.id).toEqual(inputFieldsOf(endpoint).map(({ name }) => name))
  }
})

test('a list is asked for, and one sees what the server was sent and what came back', async () => {
  signedInWith('MDM_Read')
  const { calls, router } = await open('/reference?try=mdm.listDevices', {
    [listDevices.id]: { devices: [{ device_id: '9007199254741993' }], metadata: { total_record_count: 1 } },
  })
  await page.getByRole('textbox', { name: 'limit' }).fill('2')
  await page.getByRole('textbox', { name: 'search', exact: true }).fill('okafor')
  await page.getByRole('combobox', { name: 'include_all' }).selectOptions('true')
  await send().click()
  await expect
    .element(page.getByRole('region', { name: 'Request' }))
    .toMatchTextContent('GET /api/v1/devices?limit=2&search=okafor&include_all=true')
  await expect.element(page.getByRole('region', { name: 'Response' })).toMatchTextContent('"9007199254741993"')
  await expect.element(page.getByText(/HTTP 200, after [\d,]+ ms, [\d,]+ characters/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Copy as cURL' })).toBeVisible()
  expect(calls).toMatchObject([{ row: listDevices.id, body: { limit: 2, search: 'okafor', include_all: 'true' } }])
  expect(router.state.location.search, 'what was typed is not in the address').toBe('?try=mdm.listDevices')
})

test('a wrong value is explained at its field, nothing is sent, and nothing that was typed is lost', async () => {
  signedInWith('MDM_Read')
  const { calls } = await open('/reference?try=mdm.listDevices')
  await page.getByRole('textbox', { name: 'search', exact: true }).fill('okafor')
  const limit = page.getByRole('textbox', { name: 'limit' })
  await limit.fill('two')
  await send().click()
  await expect.element(limit).toHaveFocus()
  await expect.element(limit).toHaveAccessibleDescription(/Must be a number/)
  await expect.element(page.getByRole('textbox', { name: 'search', exact: true })).toHaveValue('okafor')
  expect(calls).toEqual([])
})

test('whoever may not is told which permission it needs', async () => {
  signedInWith('MDM_Read')
  const { calls } = await open('/reference?try=mdm.wipeDevice')
  await expect.element(send()).toHaveAttribute('aria-disabled', 'true')
  await expect.element(send()).toHaveAccessibleDescription(/Your account needs MDM_Admin/)
  await page.getByRole('textbox', { name: 'device_id' }).click()
  await userEvent.keyboard('7{Enter}')
  expect(calls).toEqual([])
})

test('what changes something asks first; what cannot be undone wants the name of what it is done to', async () => {
  signedInWith('KeyManagement_Admin')
  const { calls } = await open('/reference?try=keys.deleteSshKey', {
    [deleteSshKey.id]: { name: 'DeleteSSHKey', result: { status: 'Success', message: 'deleted' } },
  })
  await page.getByRole('textbox', { name: 'key_name' }).fill('build-key')
  await send().click()
  const dialog = page.getByRole('dialog', { name: 'Send keys.deleteSshKey?' })
  await expect.element(dialog).toMatchTextContent('key_name: build-key')
  const sure = dialog.getByRole('button', { name: 'Send' })
  await expect.element(sure).toHaveAttribute('aria-disabled', 'true')
  expect(calls).toEqual([])
  await dialog.getByRole('textbox', { name: 'Type “build-key” to confirm' }).fill('build-key')
  await sure.click()
  await expect.element(page.getByRole('region', { name: 'Result' })).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(calls).toMatchObject([{ row: deleteSshKey.id, body: { key_name: 'build-key' } }])
})

test('a change that can be undone asks by a single button, and nothing is sent when one would rather not', async () => {
  signedInWith('MDM_Admin')
  const { calls } = await open('/reference?try=mdm.createGroup', { [createGroup.id]: { group_id: '5' } })
  await page.getByRole('textbox', { name: 'name' }).fill('Drivers')
  await send().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  expect(calls).toEqual([])
  await expect.element(page.getByRole('textbox', { name: 'name' })).toHaveValue('Drivers')
})

test('a refusal of the server is shown in its own words, with the answer as it came', async () => {
  signedInWith('MDM_Read')
  await open('/reference?try=mdm.listDevices', {
    [listDevices.id]: new Problem('COM0003', 'limit: is too large', { service: 'mdm' }),
  })
  await send().click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('limit: is too large')
  await expect.element(page.getByRole('region', { name: 'Response' })).toMatchTextContent('COM0003')
})

test('a secret that is answered is shown on request alone, and is not in the record of calls', async () => {
  signedInWith('KeyManagement_Admin')
  await open('/reference?try=keys.getSshKeyPassphrase', {
    [getSshKeyPassphrase.id]: {
      name: 'getSSHKeyPassphrase',
      result: { status: 'Success', message: '' },
      details: { passphrase: 'canary-7' },
    },
  })
  await page.getByRole('textbox', { name: 'keyName' }).fill('build-key')
  await send().click()
  await expect.element(page.getByText('Is missing')).toBeVisible()
  await page.getByRole('textbox', { name: 'reason' }).fill('Tried in the reference')
  await send().click()
  const show = page.getByRole('button', { name: 'Show the answer' })
  await expect.element(show).toBeVisible()
  expect(document.body.textContent).not.toContain('canary-7')
  await show.click()
  await expect.element(page.getByText(/canary-7/)).toBeVisible()
  expect(JSON.stringify(wireLog.all())).not.toContain('canary-7')
})

test('a secret that is typed is masked in what is shown, and in no storage', async () => {
  signedInWith('KeyManagement_Admin')
  const save = vi.spyOn(Storage.prototype, 'setItem')
  const { calls, router } = await open('/reference?try=keys.createSshKey', {
    [createSshKey.id]: { name: 'CreateSSHKey', result: { status: 'Success', message: 'created' } },
  })
  const secret = page.getByRole('textbox', { name: 'passPhrase' })
  await expect.element(secret).toHaveAttribute('type', 'password')
  await secret.fill('canary-8')
  await page.getByRole('textbox', { name: 'keyName' }).fill('build-key')
  await page.getByRole('combobox', { name: 'keyType' }).selectOptions('ed25519')
  await send().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
  await expect.element(page.getByText(/Without escapes/)).toMatchTextContent('"passPhrase":"••••••"')
  expect(calls).toMatchObject([{ body: { passPhrase: 'canary-8' } }])
  expect(document.body.textContent).not.toContain('canary-8')
  expect(JSON.stringify(wireLog.all())).not.toContain('canary-8')
  expect(JSON.stringify(save.mock.calls)).not.toContain('canary-8')
  expect(router.state.location.search).toBe('?try=keys.createSshKey')
})

test('a file that is answered can be saved, under its name', async () => {
  signedInWith('KeyManagement_Read')
  await open('/reference?try=keys.exportSshKey', {
    [exportSshKey.id]: () =>
      new Response('ssh-ed25519 AAAA', {
        headers: { 'content-type': 'text/plain', 'content-disposition': 'attachment; filename="build.pub"' },
      }),
  })
  await page.getByRole('textbox', { name: 'keyName' }).fill('build-key')
  await send().click()
  await expect.element(page.getByText('File “build.pub”, 16 bytes.')).toBeVisible()
  const made = vi.spyOn(URL, 'createObjectURL')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const [[saved] = []] = made.mock.calls
  expect(saved instanceof Blob && (await saved.text())).toBe('ssh-ed25519 AAAA')
})

test('a file is chosen and sent beside the values', async () => {
  signedInWith('KeyManagement_Admin')
  const { calls } = await open('/reference?try=keys.addSshKey', {
    [addSshKey.id]: { name: 'AddSSHKey', result: { status: 'Success', message: 'added' } },
  })
  await send().click()
  await expect.element(page.getByText('Must be a file')).toBeVisible()
  await page.getByRole('textbox', { name: 'keyName' }).fill('build-key')
  await userEvent.upload(page.getByLabelText('File (required)'), new File(['key text'], 'id_ed25519'))
  await expect.element(page.getByText('id_ed25519, 8 bytes')).toBeVisible()
  await send().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
  await expect.element(page.getByRole('region', { name: 'Request' })).toMatchTextContent('File: the file id_ed25519')
  const sent = calls[0]?.body.File
  expect(sent instanceof File && (await sent.text())).toBe('key text')
})

test('the way into an operation and back leads the keyboard along', async () => {
  signedInWith('MDM_Read')
  const { router } = await open('/reference?search=listDevices&service=mdm')
  await page.getByRole('link', { name: 'Try it: mdm.listDevices', exact: true }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: listDevices.summary })).toHaveFocus()
  await page.getByRole('link', { name: 'All operations' }).click()
  await expect.element(page.getByRole('link', { name: 'Try it: mdm.listDevices', exact: true })).toHaveFocus()
  expect(router.state.location.search).toBe('?search=listDevices&service=mdm')
})

test('an address of no operation, or of one that is not to be tried, says so', async () => {
  const { router } = await open('/reference?try=mdm.nothing')
  await expect.element(page.getByText('Operation “mdm.nothing” not found')).toBeVisible()
  await router.navigate('/reference?try=session.signIn')
  await expect.element(page.getByText('session.signIn cannot be tried here')).toBeVisible()
})
