import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { sessionQuery } from '#api/session.ts'
import { listAuthorities, listIssued } from '#contract/keys/authorities.ts'
import { listCertificates } from '#contract/keys/certificates.ts'
import { Problem } from '#contract/problem.ts'
import type { SessionState } from '#contract/session.ts'
import * as Certificates from '#pages/certificates/inventory/Certificates.tsx'
import { paths } from '#paths.ts'
import { UiProvider } from '#ui/theme/UiProvider.tsx'
import { type Answers, answering } from '../../../support/answering.ts'

const rows = (name: string, details: unknown[]) => ({ name, result: { status: 'Success', message: 'found' }, details })
const sessionOf = (permission: string) =>
  ({
    state: 'signed-in',
    site: { name: '', title: 'Test' },
    user: { name: 'root', authType: 'local', permissions: [permission] },
  }) as unknown as SessionState

async function open(answers: Answers = {}, permission = 'KeyManagement_Admin', address: string = paths.certificates) {
  answering({
    [listCertificates.id]: rows('getAllSSLCertificates', []),
    [listIssued.id]: rows('listIssued', []),
    [listAuthorities.id]: rows('listAuthorities', [{ signType: 'EXTCA', caName: 'EXTCA', canSign: 'true' }]),
    ...answers,
  })
  queryClient.setQueryData(sessionQuery.queryKey, sessionOf(permission))
  const routes = [{ path: paths.certificates, Component: Certificates.Component }]
  await render(
    <UiProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={createMemoryRouter(routes, { initialEntries: [address] })} />
      </QueryClientProvider>
    </UiProvider>,
  )
}
const panel = page.getByRole('region', { name: 'First steps' })
const table = page.getByRole('grid', { name: 'Certificates' })

beforeEach(() => queryClient.setQueryDefaults(sessionQuery.queryKey, { staleTime: Number.POSITIVE_INFINITY }))
// Not after it: what is still drawn would ask again.
beforeEach(() => queryClient.clear())

test('without any certificate and any authority, the page leads to making an authority', async () => {
  await open()
  await expect
    .element(panel.getByRole('link', { name: 'Create authority' }))
    .toHaveAttribute('href', paths.newAuthority)
  await expect.element(table).not.toBeInTheDocument()
})

test('who may not make an authority is told who can', async () => {
  await open({}, 'KeyManagement_Read')
  await expect.element(panel.getByText(/An account with KeyManagement_Admin can create an authority/)).toBeVisible()
  await expect.element(panel.getByRole('link')).not.toBeInTheDocument()
})

test('where an authority is there, or nobody tells, the empty inventory claims nothing about it', async () => {
  await open({ [listAuthorities.id]: new Problem('NOT_OFFERED', undefined, { service: 'keys' }) })
  await expect.element(page.getByText('No certificates yet')).toBeVisible()
  await expect.element(panel).not.toBeInTheDocument()
})

test('a search that finds nothing is no new installation', async () => {
  await open({}, 'KeyManagement_Admin', `${paths.certificates}?search=www`)
  await expect.element(page.getByText('No matching certificates')).toBeVisible()
  await expect.element(panel).not.toBeInTheDocument()
})
