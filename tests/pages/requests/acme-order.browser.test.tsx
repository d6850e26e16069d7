// Ordering by ACME on the page of a request, in a real browser over the wire.
import { createMemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { startRecovery } from '#api/recovery.ts'
import { sessionQuery } from '#api/session.ts'
import {
  addAcmeServer,
  continueAcmeOrder,
  listAcmeRequests,
  listAcmeServers,
  orderByAcme,
  publishAcmeFiles,
  setAcmeRenewal,
} from '#contract/keys/acme-orders.ts'
import { listCertificates } from '#contract/keys/certificates.ts'
import { listRequests } from '#contract/keys/requests.ts'
import { listServers } from '#contract/keys/servers.ts'
import { Problem } from '#contract/problem.ts'
import type { SessionState } from '#contract/session.ts'
import * as Request from '#pages/requests/Request.tsx'
import { orderHash } from '#pages/requests/acme/acme-orders-query.ts'
import { paths } from '#paths.ts'
import { answering } from '../../support/answering.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'
import { done, notOffered, rowsOf } from '../../support/stated-only.ts'

const admin = {
  state: 'signed-in',
  site: { name: '', title: 'Test' },
  user: { name: 'admin', authType: 'local', permissions: ['KeyManagement_Admin'] },
} as unknown as SessionState

beforeEach(() => queryClient.setQueryDefaults(sessionQuery.queryKey, { staleTime: Number.POSITIVE_INFINITY }))
beforeEach(() => queryClient.clear())

test('an authority is added and ordered from, its record is shown, and the certificate follows', async () => {
  let servers: object[] = []
  let order: object | undefined
  const at = { CSR_ID: 7, server: 'Public CA', challenge: 'dns-01', OrderTime: '2026-01-01T00:00:00Z' }
  const calls = answering({
    ...notOffered,
    [listRequests.id]: rowsOf('getCSRList', [{ CSR_ID: 7, DOMAIN_NAME: 'www.example.com' }], 'GeneratedList'),
    [listCertificates.id]: rowsOf('getAllSSLCertificates', []),
    [listAcmeServers.id]: () => rowsOf('listAcmeServers', servers),
    [listAcmeRequests.id]: () => rowsOf('listAcmeRequests', order ? [order] : []),
    [addAcmeServer.id]: () => {
      servers = [{ name: 'Public CA', directory: 'https://ca.example/directory' }]
      return done('addAcmeServer')
    },
    [orderByAcme.id]: () => {
      const record = {
        name: 'www.example.com',
        place: '_acme-challenge.www.example.com',
        value: 'a-value',
        isDone: false,
      }
      order = { ...at, status: 'pending', challenges: [record] }
      return done('orderByAcme')
    },
    [continueAcmeOrder.id]: () => {
      const window = { RenewalStart: '2026-03-01T00:00:00Z', RenewalEnd: '2026-03-08T00:00:00Z' }
      order = { ...at, status: 'valid', CertID: 3, ...window }
      return done('continueAcmeOrder')
    },
  })
  queryClient.setQueryData(sessionQuery.queryKey, admin)
  const routes = [{ path: '/requests/list/:request_id', Component: Request.Component }]
  await renderRouter(createMemoryRouter(routes, { initialEntries: [paths.request('7') + orderHash] }))

  // From the wizard's last step, with no authority yet.
  await userEvent.click(page.getByRole('button', { name: 'Add authority' }))
  const adding = page.getByRole('dialog', { name: 'Add an ACME authority' })
  await userEvent.fill(adding.getByRole('textbox', { name: 'Name', exact: true }), 'Public CA')
  await userEvent.fill(adding.getByRole('textbox', { name: 'Directory address' }), 'https://ca.example/directory')
  await userEvent.click(adding.getByRole('checkbox', { name: 'I accept the terms of service' }))
  await userEvent.click(adding.getByRole('button', { name: 'Register account' }))
  await expect.element(adding).not.toBeInTheDocument()

  await userEvent.click(
    page.getByRole('dialog', { name: 'Order by ACME' }).getByRole('button', { name: 'Order', exact: true }),
  )
  await expect.element(page.getByText('_acme-challenge.www.example.com')).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Records are published, continue' }))
  await expect.element(page.getByRole('link', { name: 'Show the certificate' })).toBeVisible()
  const sent = (row: string) => calls.filter((call) => call.row === row).map(({ body }) => body)
  expect(sent(orderByAcme.id)).toEqual([{ CSR_ID: '7', server: 'Public CA', challenge: 'dns-01' }])
  expect(sent(addAcmeServer.id)).toMatchObject([{ name: 'Public CA', acceptTerms: true }])
})

test('the files of an order are published on a deployment server, in the folder that it serves', async () => {
  const at = { CSR_ID: 7, server: 'Public CA', challenge: 'http-01', OrderTime: '2026-01-01T00:00:00Z' }
  const place = 'http://www.example.com/.well-known/acme-challenge/token-1'
  let order: object = {
    ...at,
    status: 'pending',
    challenges: [{ name: 'www.example.com', place, value: 'token-1.thumb', isDone: false }],
  }
  const calls = answering({
    ...notOffered,
    [listRequests.id]: rowsOf('getCSRList', [{ CSR_ID: 7, DOMAIN_NAME: 'www.example.com' }], 'GeneratedList'),
    [listCertificates.id]: rowsOf('getAllSSLCertificates', []),
    [listAcmeServers.id]: rowsOf('listAcmeServers', [{ name: 'Public CA' }]),
    [listAcmeRequests.id]: () => rowsOf('listAcmeRequests', [order]),
    [listServers.id]: rowsOf('listServers', [{ serverName: 'Shop' }, { serverName: 'Intranet' }]),
    [publishAcmeFiles.id]: () => {
      order = { ...at, status: 'valid', CertID: 3 }
      return done('publishAcmeFiles')
    },
  })
  queryClient.setQueryData(sessionQuery.queryKey, admin)
  const routes = [{ path: '/requests/list/:request_id', Component: Request.Component }]
  await renderRouter(createMemoryRouter(routes, { initialEntries: [paths.request('7')] }))

  await expect.element(page.getByText(place)).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Publish on a server' }))
  const dialog = page.getByRole('dialog', { name: 'Publish files on a server' })
  await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Server' }), 'Intranet')
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Web root' }), '/srv/www')
  await userEvent.click(dialog.getByRole('button', { name: 'Publish and continue' }))
  await expect.element(page.getByRole('link', { name: 'Show the certificate' })).toBeVisible()
  expect(calls.filter(({ row }) => row === publishAcmeFiles.id).map(({ body }) => body)).toEqual([
    { CSR_ID: '7', serverName: 'Intranet', webRoot: '/srv/www' },
  ])
})

test('servers and authorities that could not be loaded are not called missing', async () => {
  const place = 'http://www.example.com/.well-known/acme-challenge/token-1'
  const failed = new Problem('KEYS_FAILED', 'The key service failed', { service: 'keys' })
  let servers: Problem | ReturnType<typeof rowsOf> = failed
  let authorities: Problem | ReturnType<typeof rowsOf> = failed
  const order = {
    CSR_ID: 7,
    server: 'Public CA',
    challenge: 'http-01',
    OrderTime: '2026-01-01T00:00:00Z',
    status: 'pending',
    challenges: [{ name: 'www.example.com', place, value: 'token-1.thumb', isDone: false }],
  }
  answering({
    ...notOffered,
    [listRequests.id]: rowsOf('getCSRList', [{ CSR_ID: 7, DOMAIN_NAME: 'www.example.com' }], 'GeneratedList'),
    [listCertificates.id]: rowsOf('getAllSSLCertificates', []),
    [listAcmeServers.id]: () => authorities,
    [listAcmeRequests.id]: rowsOf('listAcmeRequests', [order]),
    [listServers.id]: () => servers,
  })
  queryClient.setQueryData(sessionQuery.queryKey, admin)
  const routes = [{ path: '/requests/list/:request_id', Component: Request.Component }]
  await renderRouter(createMemoryRouter(routes, { initialEntries: [paths.request('7')] }))

  const end = startRecovery()
  const publish = page.getByRole('button', { name: /^Publish on a server/ })
  const again = page.getByRole('button', { name: /^Order again/ })
  await expect.element(publish).toHaveAccessibleDescription('The servers could not be loaded: The key service failed.')
  await expect.element(again).toHaveAccessibleDescription('The ACME authorities are not loaded.')
  authorities = rowsOf('listAcmeServers', [{ name: 'Public CA' }])
  servers = rowsOf('listServers', [{ serverName: 'Shop' }])
  await expect.element(publish, { timeout: 30_000 }).not.toHaveAttribute('aria-disabled')
  await expect.element(again, { timeout: 30_000 }).not.toHaveAttribute('aria-disabled')
  await userEvent.click(publish)
  await expect.element(page.getByRole('dialog').getByRole('combobox', { name: 'Server' })).toHaveDisplayValue('Shop')
  end()
})

test('a certificate is renewed automatically by choice, and what failed or waits is told', async () => {
  const at = { CSR_ID: 7, server: 'Public CA', challenge: 'http-01', OrderTime: '2026-01-01T00:00:00Z', CertID: 3 }
  let order: object = { ...at, status: 'valid', serverName: 'Shop', webRoot: '/srv/www', renews: false }
  const calls = answering({
    ...notOffered,
    [listRequests.id]: rowsOf('getCSRList', [{ CSR_ID: 7, DOMAIN_NAME: 'www.example.com' }], 'GeneratedList'),
    [listCertificates.id]: rowsOf('getAllSSLCertificates', []),
    [listAcmeServers.id]: rowsOf('listAcmeServers', [{ name: 'Public CA' }]),
    [listAcmeRequests.id]: () => rowsOf('listAcmeRequests', [order]),
    [setAcmeRenewal.id]: () => {
      const failed = { renewalProblem: 'No answer in time.', RenewalFailedAt: '2026-03-05T00:00:00Z' }
      order = { ...order, renews: true, RenewalPlanned: '2026-03-04T00:00:00Z', ...failed }
      return done('setAcmeRenewal')
    },
  })
  queryClient.setQueryData(sessionQuery.queryKey, admin)
  const routes = [{ path: '/requests/list/:request_id', Component: Request.Component }]
  await renderRouter(createMemoryRouter(routes, { initialEntries: [paths.request('7')] }))

  await expect.element(page.getByText(/^Not renewed automatically\. The files are published on “Shop”/)).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Renew automatically' }))
  await expect.element(page.getByRole('button', { name: 'Stop automatic renewal' })).toBeVisible()
  await expect.element(page.getByText(/No answer in time\. It is retried after 1, 6/)).toBeVisible()
  expect(calls.filter(({ row }) => row === setAcmeRenewal.id).map(({ body }) => body)).toEqual([
    { CSR_ID: '7', renews: true },
  ])
})
