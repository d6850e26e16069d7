import { createMemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { startRecovery } from '#api/recovery.ts'
import { sessionQuery } from '#api/session.ts'
import { listAuthorities } from '#contract/keys/authorities.ts'
import { listProfiles } from '#contract/keys/profiles.ts'
import { exportRequest, listRequests, signRequest } from '#contract/keys/requests.ts'
import { Problem } from '#contract/problem.ts'
import type { SessionState } from '#contract/session.ts'
import { serverProfile } from '#contract/keys/rules/profiles/profile.ts'
import * as SignRequest from '#pages/requests/sign/SignRequest.tsx'
import { paths } from '#paths.ts'
import { type Answers, answering } from '../../../support/answering.ts'
import { rowsOf } from '../../../support/stated-only.ts'
import { renderRouter } from '../../../support/RenderRouter.tsx'

const holding = (permission: string) =>
  ({
    state: 'signed-in',
    site: { name: '', title: 'Test' },
    user: { name: 'admin', authType: 'local', permissions: [permission] },
  }) as unknown as SessionState
const admin = holding('KeyManagement_Admin')

async function open(refusal: Problem, more: Answers = {}, session = admin) {
  const calls = answering({
    [listRequests.id]: rowsOf('getCSRList', [{ CSR_ID: 7, DOMAIN_NAME: 'www.example.com' }], 'GeneratedList'),
    [exportRequest.id]: refusal,
    [listProfiles.id]: new Problem('NOT_OFFERED', undefined, { service: 'keys' }),
    [listAuthorities.id]: refusal,
    [signRequest.id]: rowsOf('SignCSR', [{ commonName: 'www.example.com', Certificate_ID: 12 }]),
    ...more,
  })
  queryClient.setQueryData(sessionQuery.queryKey, session)
  const { Component, loader } = SignRequest
  const router = createMemoryRouter([{ path: '/requests/list/:request_id/sign', Component, loader }], {
    initialEntries: [paths.signRequest('7')],
  })
  await renderRouter(router)
  return (row: string) => calls.filter((call) => call.row === row).map(({ body }) => body)
}

beforeEach(() => {
  localStorage.clear()
  queryClient.setQueryDefaults(sessionQuery.queryKey, { staleTime: Number.POSITIVE_INFINITY })
  queryClient.clear()
})

test.each([
  ['does not offer its authorities and requests', new Problem('NOT_OFFERED', undefined, { service: 'keys' })],
  ['cannot list them now', new Problem('KEYS_FAILED')],
])('a request is signed by an authority that is named by hand, by a server that %s', async (_, refusal) => {
  const asked = await open(refusal)
  await page.getByRole('radio', { name: 'Other root' }).click()
  await page.getByRole('textbox', { name: 'Common name of the root' }).fill('Example Root')
  await page.getByRole('textbox', { name: 'Serial number of the root' }).fill('0A')
  for (const step of ['Validity', 'Review']) {
    await page.getByRole('button', { name: 'Next' }).click()
    await expect.element(page.getByRole('heading', { name: step, exact: true })).toBeVisible()
    await expect.element(page.getByText('A saved draft was restored.')).not.toBeInTheDocument()
  }
  await page.getByRole('button', { name: 'Sign request' }).click()
  await expect.element(page.getByRole('heading', { name: 'Certificate www.example.com issued' })).toBeVisible()
  expect(asked(signRequest.id)).toMatchObject([{ rootCertificateCommonName: 'Example Root', CSR_ID: '7' }])
})

test('profiles that could not be read are told where one is chosen, and can be chosen as soon as they are there', async () => {
  let isBroken = true
  const root = { commonName: 'Office Root', serialNumber: '0A', signType: 'signWithRoot', canSign: true }
  await open(new Problem('NOT_OFFERED', undefined, { service: 'keys' }), {
    [listAuthorities.id]: rowsOf('listAuthorities', [root]),
    [listProfiles.id]: () => (isBroken ? new Problem('KEYS_FAILED') : rowsOf('listProfiles', [serverProfile])),
  })
  const end = startRecovery()
  await page.getByRole('radio', { name: 'Office Root' }).click()
  const unread = page.getByText('The list of profiles could not be loaded. The service chooses one by the request.')
  await expect.element(unread).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  isBroken = false
  await expect.element(page.getByRole('option', { name: /^Server:/ }), { timeout: 30_000 }).toBeInTheDocument()
  await expect.element(unread).not.toBeInTheDocument()
  await expect.element(page.getByRole('radio', { name: 'Office Root' })).toBeChecked()
  end()
})

test.each([
  ['KeyManagement_Write', 0],
  ['KeyManagement_Admin', 1],
])('with %s, an intermediate CA is offered %d times', async (permission, count) => {
  const notOffered = new Problem('NOT_OFFERED', undefined, { service: 'keys' })
  await open(notOffered, {}, holding(permission))
  await page.getByRole('radio', { name: 'Other root' }).click()
  await expect.element(page.getByRole('textbox', { name: 'Common name of the root' })).toBeVisible()
  expect(page.getByRole('checkbox', { name: 'Issue as intermediate CA' }).elements()).toHaveLength(count)
})

test('what was entered stays when the request cannot be read again', async () => {
  let list: Problem | ReturnType<typeof rowsOf> = rowsOf('getCSRList', [{ CSR_ID: 7 }], 'GeneratedList')
  await open(new Problem('NOT_OFFERED', undefined, { service: 'keys' }), { [listRequests.id]: () => list })
  await page.getByRole('radio', { name: 'Other root' }).click()
  await page.getByRole('textbox', { name: 'Common name of the root' }).fill('Example Root')
  list = new Problem('KEYS_FAILED')
  await queryClient.refetchQueries()
  await expect.element(page.getByRole('textbox', { name: 'Common name of the root' })).toHaveValue('Example Root')
  await expect.element(page.getByText('A saved draft was restored.')).not.toBeInTheDocument()
})

test('a request that is not there leads to those that are', async () => {
  await open(new Problem('NOT_OFFERED', undefined, { service: 'keys' }), {
    [listRequests.id]: rowsOf('getCSRList', [], 'GeneratedList'),
  })
  await expect.element(page.getByText('Request 7 not found')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'All requests' })).toHaveAttribute('href', paths.requests)
})
