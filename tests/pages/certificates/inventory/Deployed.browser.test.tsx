import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { sessionQuery } from '#api/session.ts'
import { listCertificates } from '#contract/keys/certificates.ts'
import { listDeployments } from '#contract/keys/servers.ts'
import type { SessionState } from '#contract/session.ts'
import * as Certificates from '#pages/certificates/inventory/Certificates.tsx'
import { paths } from '#paths.ts'
import { UiProvider } from '#ui/theme/UiProvider.tsx'
import { type Answers, answering } from '../../../support/answering.ts'
import { notOffered, rowsOf } from '../../../support/stated-only.ts'

const admin = {
  state: 'signed-in',
  site: { name: '', title: 'Test' },
  user: { name: 'admin', authType: 'local', permissions: ['KeyManagement_Admin'] },
} as unknown as SessionState
const row = (CertID: number, name: string) => ({ CertID, 'Common Name': name, Issuer: 'Example CA', Port: 0 })

async function open(answers: Answers = {}, address = `${paths.certificates}?deployed=yes`) {
  answering({
    ...notOffered,
    [listCertificates.id]: rowsOf('getAllSSLCertificates', [row(1, 'www.example.com'), row(2, 'mail.example.com')]),
    ...answers,
  })
  queryClient.setQueryData(sessionQuery.queryKey, admin)
  const routes = [{ path: paths.certificates, Component: Certificates.Component }]
  await render(
    <UiProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={createMemoryRouter(routes, { initialEntries: [address] })} />
      </QueryClientProvider>
    </UiProvider>,
  )
}

beforeEach(() => queryClient.setQueryDefaults(sessionQuery.queryKey, { staleTime: Number.POSITIVE_INFINITY }))
beforeEach(() => queryClient.clear())

test('certificates on servers are listed with the servers', async () => {
  const on = (serverName: string) => ({ CertID: 1, serverName })
  await open({ [listDeployments.id]: rowsOf('listDeployments', [on('edge-1'), on('edge-2')]) })
  await expect.element(page.getByText('www.example.com').first()).toBeVisible()
  await expect.element(page.getByText('edge-1')).toBeVisible()
  await expect.element(page.getByText('and 1 more')).toBeVisible()
  expect(page.getByText('mail.example.com').elements()).toEqual([])
})

test('a server that does not tell deployments says so, and no certificate is left out', async () => {
  await open()
  await expect.element(page.getByText('This server does not report what was deployed where')).toBeVisible()
  await expect.element(page.getByText('mail.example.com').first()).toBeVisible()
  await expect.element(page.getByRole('gridcell', { name: 'Unknown', exact: true }).first()).toBeVisible()
})

test('certificates that such a server lists without the filter cannot be selected as all that match', async () => {
  await open({}, `${paths.certificates}?deployed=yes&size=1`)
  const offer = page.getByRole('button', { name: /^Select all/ })
  await page.getByRole('checkbox', { name: /^Select (www|mail)/ }).click()
  await expect.element(page.getByText('1 selected')).toBeVisible()
  expect(offer.elements()).toEqual([])
})
