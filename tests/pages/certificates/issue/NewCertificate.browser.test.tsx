import { createMemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { sessionQuery } from '#api/session.ts'
import { listAuthorities } from '#contract/keys/authorities.ts'
import { getCertificate, listCertificates } from '#contract/keys/certificates.ts'
import { listProfiles } from '#contract/keys/profiles.ts'
import { createRequest, exportRequest, listRequests, signRequest } from '#contract/keys/requests.ts'
import { Problem } from '#contract/problem.ts'
import { builtInProfiles } from '#contract/keys/rules/profiles/profile.ts'
import type { SessionState } from '#contract/session.ts'
import * as NewCertificate from '#pages/certificates/issue/NewCertificate.tsx'
import { type Answers, answering } from '../../../support/answering.ts'
import { renderRouter } from '../../../support/RenderRouter.tsx'

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
    [listProfiles.id]: new Problem('NOT_OFFERED', undefined, { service: 'keys' }),
    [listCertificates.id]: { name: 'getAllSSLCertificates', ...success, details: [] },
    [listRequests.id]: () => ({
      name: 'getCSRList',
      ...success,
      GeneratedList: Array.from({ length: made }, (_, at) => ({ CSR_ID: 7 + at, DOMAIN_NAME: 'www.example.com' })),
    }),
    [exportRequest.id]: new Problem('NOT_OFFERED', undefined, { service: 'keys' }),
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
  await renderRouter(router)
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
  expect(JSON.stringify([asked(createRequest.id), asked(signRequest.id)]), 'a server without profiles').not.toContain(
    'profile',
  )
})

const profiles = {
  name: 'listProfiles',
  ...success,
  details: builtInProfiles,
}

test('the profile comes first, limits the authorities, and what does not fit it is said before it is sent', async () => {
  const people = { ...root, commonName: 'People CA', serialNumber: '0B', isRoot: false, profiles: ['Client', 'S/MIME'] }
  const asked = await open({
    [listProfiles.id]: profiles,
    [listAuthorities.id]: { name: 'listAuthorities', ...success, details: [{ ...root, isRoot: true }, people] },
    [signRequest.id]: new Problem('REFUSED', 'The root has ended', { service: 'keys' }),
  })
  await expect.element(page.getByRole('radio', { name: 'Server', exact: true })).toBeChecked()
  await expect.element(page.getByRole('radio', { name: 'Sub-CA' })).not.toBeInTheDocument()
  await press('Next')
  await expect.element(page.getByRole('radio', { name: 'People CA' })).toBeDisabled()
  await expect.element(page.getByText('does not issue the profile Server', { exact: false })).toBeVisible()
  await press('Back')
  await page.getByRole('radio', { name: 'S/MIME' }).click()
  await expect.element(page.getByText('Email protection', { exact: false })).toBeVisible()
  await press('Next')

  const issuers = page.getByRole('radiogroup', { name: 'Issuer' }).getByRole('radio')
  const names = () => issuers.elements().map((radio) => (radio as HTMLInputElement).labels?.[0]?.textContent)
  await expect
    .poll(names, { message: 'the issuing authority before the root' })
    .toEqual(['People CA', 'Acme Root', 'Self-signed'])
  for (const radio of issuers.elements()) expect(radio, 'nothing is chosen for anybody').not.toBeChecked()
  await press('Next')
  await expect.element(page.getByText('Choose an issuer.')).toBeVisible()
  await page.getByRole('radio', { name: 'People CA' }).click()
  await press('Next')
  await page.getByRole('textbox', { name: 'Common name' }).fill('Ada Example')
  await press('Next')
  await press('Next')
  await expect.element(page.getByText('The profile “S/MIME” requires a name.', { exact: false })).toBeVisible()
  await page.getByRole('textbox', { name: 'Names (SAN)' }).fill('ada@acme.example')
  await press('Next')
  await press('Next')
  await press('Generate password')
  await press('Next')
  await press('Create the certificate')
  await expect.element(page.getByText('Not signed yet')).toBeVisible()
  expect(asked(createRequest.id)).toMatchObject([{ profile: 'S/MIME', CNAME: 'Ada Example' }])
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
  await expect.element(page.getByText('Not signed yet')).toBeVisible()
  expect(page.getByText(/Send the request to the CA/).elements()).toEqual([])
  expect(asked(signRequest.id)).toEqual([])
})

test('profiles that could not be read for now are waited for: no certificate is made without one by mistake', async () => {
  let isAway = true
  await open({
    [listProfiles.id]: () =>
      isAway
        ? new Problem('TIMEOUT', undefined, { service: 'keys' })
        : { name: 'getProfiles', ...success, details: builtInProfiles },
  })
  await expect.element(page.getByRole('alert')).toMatchTextContent('The server did not respond in time')
  await expect.element(page.getByRole('button', { name: 'Next' })).not.toBeInTheDocument()
  isAway = false
  await press('Try again')
  await expect.element(page.getByRole('radio', { name: 'Server', exact: true })).toBeVisible()
})

test('a list of roots that could not be read is a failure that can be tried again', async () => {
  await open({ [listAuthorities.id]: new Problem('TIMEOUT', undefined, { service: 'keys' }) })
  await expect.element(page.getByText(/^The list of roots could not be loaded/)).toBeVisible()
  await expect.element(page.getByRole('alert')).toMatchTextContent('The server did not respond in time')
  await expect.element(page.getByRole('radio', { name: /^Self-signed/ })).toBeVisible()
})
