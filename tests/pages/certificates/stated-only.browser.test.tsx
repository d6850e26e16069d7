import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { sessionQuery } from '#api/session.ts'
import { listAudit } from '#contract/console/audit.ts'
import { listIssued } from '#contract/keys/authorities.ts'
import {
  deployCertificate,
  getCertificate,
  getCertificateDetails,
  listCertificates,
} from '#contract/keys/certificates.ts'
import { listRequests } from '#contract/keys/requests.ts'
import { Problem } from '#contract/problem.ts'
import type { SessionState } from '#contract/session.ts'
import * as Certificate from '#pages/certificates/certificate/Certificate.tsx'
import * as Issued from '#pages/certificates/issued/Issued.tsx'
import * as Profiles from '#pages/certificates/profiles/Profiles.tsx'
import * as Servers from '#pages/certificates/servers/Servers.tsx'
import * as Request from '#pages/requests/Request.tsx'
import { paths } from '#paths.ts'
import { UiProvider } from '#ui/theme/UiProvider.tsx'
import { type Answers, answering } from '../../support/answering.ts'
import { notOffered, rowsOf } from '../../support/stated-only.ts'

const admin = {
  state: 'signed-in',
  site: { name: '', title: 'Test' },
  user: { name: 'admin', authType: 'local', permissions: ['KeyManagement_Admin'] },
} as unknown as SessionState
const ends = `${new Date().getFullYear() + 2}-01-01T00:00:00Z`
const from = '2026-01-01T00:00:00Z'

async function open(address: string, answers: Answers = {}) {
  const calls = answering({
    ...notOffered,
    [listCertificates.id]: rowsOf('getAllSSLCertificates', [
      { CertID: 1, 'Common Name': 'www.example.com', Issuer: 'Example CA', FromDate: from, ExpiryDate: ends, Port: 0 },
    ]),
    [getCertificateDetails.id]: rowsOf('getCertificateDetails', [
      { CertificateId: '1', endpoint: { serial: '0A', expiry_date: ends, from_date: from, PrivateKey: true } },
    ]),
    [listRequests.id]: rowsOf('getCSRList', [{ CSR_ID: 7, DOMAIN_NAME: 'www.example.com' }], 'GeneratedList'),
    [deployCertificate.id]: ({ serverName = 'all' }) =>
      rowsOf('DeployCertificate', [{ server: serverName, message: 'done', status: 'Success' }], 'deployStatus'),
    [getCertificate.id]: () => new Response(''),
    [listAudit.id]: { total: 0, entries: [], missing: [], unseen: 0 },
    ...answers,
  })
  queryClient.setQueryData(sessionQuery.queryKey, admin)
  const routes = [
    { path: '/certificates/inventory/:id', Component: Certificate.Component },
    { path: paths.certificatesIssued, Component: Issued.Component },
    { path: paths.certificateServers, Component: Servers.Component },
    { path: paths.certificateProfiles, Component: Profiles.Component },
    { path: '/requests/list/:request_id', Component: Request.Component },
  ]
  await render(
    <UiProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={createMemoryRouter(routes, { initialEntries: [address] })} />
      </QueryClientProvider>
    </UiProvider>,
  )
  return (row: string) => calls.filter((call) => call.row === row).map(({ body }) => body)
}

beforeEach(() => queryClient.setQueryDefaults(sessionQuery.queryKey, { staleTime: Number.POSITIVE_INFINITY }))
beforeEach(() => queryClient.clear())

test.each([
  [
    'what was issued',
    paths.certificatesIssued,
    'This server does not report which certificates were issued and revoked',
  ],
  ['its authorities', paths.certificatesIssued, 'This server does not report its authorities'],
  ['its saved servers', paths.certificateServers, 'This server does not report which servers are saved'],
  ['its profiles', paths.certificateProfiles, 'This server does not report its profiles'],
  ['what a request contains', paths.request('7'), 'This server does not report what the request contains'],
  ['what is revoked', paths.certificate('1'), 'This server does not report whether it is revoked'],
])('a server that does not tell %s is no failure, and nothing is called empty', async (_, address, words) => {
  await open(address)
  await expect.element(page.getByText(words).first()).toBeVisible()
  await expect.element(page.getByText(/yet$/)).not.toBeInTheDocument()
  // How the embedded service deploys and enforces.
  await expect.element(page.getByText(/over SSH|enforces it/)).not.toBeInTheDocument()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test.each([
  ['Fingerprint (SHA-1)', 'a9:b1:'.repeat(10).slice(0, -1)],
  ['Fingerprint (SHA-256)', 'a9b1'.repeat(16)],
  ['Fingerprint', 'a9b1'],
])('the label %s is that of the digest which its length shows', async (label, fingerPrint) => {
  const details = [{ CertificateId: '1', endpoint: { serial: '0A', expiry_date: ends, from_date: from, fingerPrint } }]
  await open(paths.certificate('1'), { [getCertificateDetails.id]: rowsOf('getCertificateDetails', details) })
  await expect.element(page.getByText(fingerPrint)).toBeVisible()
  await expect.element(page.getByText(label, { exact: true })).toBeVisible()
})

test('that a list could not be read is not called that the server does not tell, and is over by itself', async () => {
  let isBroken = true
  await open(paths.certificate('1'), {
    [listIssued.id]: () => (isBroken ? new Problem('KEYS_FAILED') : rowsOf('listIssued', [])),
  })
  await expect
    .element(page.getByText('Unknown: the list of issued certificates could not be read (The key service failed)'))
    .toBeVisible()
  expect(page.getByText(/does not report whether it is revoked/).elements()).toEqual([])
  isBroken = false
  const since = Date.now()
  await expect.element(page.getByText(/^Unknown: not issued by an internal authority/)).toBeVisible()
  expect(Date.now() - since).toBeLessThan(3 * 10_000) // a machine with other work takes longer
})

test('a certificate is deployed to a server by its name', async () => {
  const asked = await open(paths.certificate('1'))
  await page.getByRole('button', { name: 'Deploy', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByRole('button', { name: 'Deploy', exact: true })).toBeDisabled()
  await dialog.getByRole('textbox', { name: 'Server name' }).fill('edge-1')
  await dialog.getByRole('button', { name: 'Deploy', exact: true }).click()
  await expect.element(dialog.getByText('Deployed to the server')).toBeVisible()
  expect(asked(deployCertificate.id)).toEqual([
    { common_name: 'www.example.com', serial_number: '0A', serverName: 'edge-1' },
  ])
})

test('a certificate is deployed to all saved servers only where that is chosen', async () => {
  const asked = await open(paths.certificate('1'))
  await page.getByRole('button', { name: 'Deploy', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: 'All saved servers' }).click()
  await dialog.getByRole('button', { name: 'Deploy', exact: true }).click()
  await expect.element(dialog.getByText('Deployed to the server')).toBeVisible()
  expect(asked(deployCertificate.id)).toEqual([{ common_name: 'www.example.com', serial_number: '0A' }])
})
