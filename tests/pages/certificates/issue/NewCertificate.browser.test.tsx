import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { sessionQuery } from '#api/session.ts'
import { listAuthorities } from '#contract/keys/authorities.ts'
import { getCertificate, listCertificates } from '#contract/keys/certificates.ts'
import { createRequest, listRequests, signRequest } from '#contract/keys/requests.ts'
import { Problem } from '#contract/problem.ts'
import type { SessionState } from '#contract/session.ts'
import * as NewCertificate from '#pages/certificates/issue/NewCertificate.tsx'
import { UiProvider } from '#ui/theme/UiProvider.tsx'
import { type Answers, answering } from '../../../support/answering.ts'

const signedIn = {
  state: 'signed-in',
  site: { name: '', title: 'Test' },
  user: { name: 'admin', authType: 'local', permissions: ['KeyManagement_Admin'] },
} as unknown as SessionState
const success = { result: { status: 'Success', message: '1 found' } }
const root = { signType: 'signWithRoot', commonName: 'Acme Root', serialNumber: '0A', canSign: true }

/** The list has one request more once it was made. */
async function open(answers: Answers) {
  let made = 0
  const calls = answering({
    [listAuthorities.id]: { name: 'listAuthorities', ...success, details: [root] },
    [listCertificates.id]: { name: 'getAllSSLCertificates', ...success, details: [] },
    [listRequests.id]: () => ({
      name: 'getCSRList',
      ...success,
      GeneratedList: Array.from({ length: made }, (_, at) => ({ CSR_ID: 7 + at, DOMAIN_NAME: 'www.example.com' })),
    }),
    [createRequest.id]: () => {
      made += 1
      return { name: 'createCSR', result: { status: 'Success', message: 'CSR saved' } }
    },
    ...answers,
  })
  queryClient.setQueryData(sessionQuery.queryKey, signedIn)
  const router = createMemoryRouter(
    [
      { path: '/new', Component: NewCertificate.Component },
      { path: '*', element: 'elsewhere' },
    ],
    { initialEntries: ['/new'] },
  )
  await render(
    <UiProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </UiProvider>,
  )
  return (row: string) => calls.filter((call) => call.row === row).map(({ body }) => body)
}

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
async function fillAndSend() {
  await page.getByRole('radio', { name: 'Acme Root' }).click()
  await press('Next')
  await page.getByRole('textbox', { name: 'Common name' }).fill('www.example.com')
  await press('Next')
  await press('Next')
  await press('Next')
  await press('Generate password')
  await press('Next')
  await press('Create the certificate')
}

beforeEach(() => localStorage.clear())
// Not after it: what is still drawn would ask again.
beforeEach(() => queryClient.clear())

test('a request that was made and could not be signed is kept, and leads to signing: not to a second one', async () => {
  const asked = await open({ [signRequest.id]: new Problem('REFUSED', 'The root has ended', { service: 'keys' }) })
  await fillAndSend()
  await expect.element(page.getByRole('heading', { name: 'Request 7 created' })).toHaveFocus()
  await expect.element(page.getByText('Not signed yet')).toBeVisible()
  await expect.element(page.getByRole('alert').getByText('The root has ended', { exact: true })).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Sign request' }))
    .toHaveAttribute('href', '/requests/list/7/sign')
  expect(asked(createRequest.id)).toHaveLength(1)
  expect(asked(signRequest.id)).toMatchObject([
    { CSR_ID: '7', signType: 'signWithRoot', rootCertificateSerialNumber: '0A', Validity: 90 },
  ])
})

test('another request of the same name, made by somebody else in between, is never signed for it', async () => {
  let made = 0
  const asked = await open({
    [listRequests.id]: () => ({
      name: 'getCSRList',
      ...success,
      GeneratedList: [...Array(made).keys()].map((at) => ({ CSR_ID: at + 1, DOMAIN_NAME: 'www.example.com' })),
    }),
    [createRequest.id]: () => {
      made = 2
      return { name: 'createCSR', result: { status: 'Success', message: 'CSR saved' } }
    },
    [signRequest.id]: new Problem('FAILED', 'must not be asked'),
    [getCertificate.id]: new Problem('FAILED', 'must not be asked'),
  })
  await fillAndSend()
  await expect.element(page.getByRole('link', { name: 'Show in list' })).toBeVisible()
  expect(asked(signRequest.id)).toEqual([])
})
