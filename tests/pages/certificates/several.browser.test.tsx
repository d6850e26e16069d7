import { createMemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { sessionQuery } from '#api/session.ts'
import { unzipped } from '#components/bulk/archive.ts'
import { listAudit } from '#contract/console/audit.ts'
import { listIssued } from '#contract/keys/authorities.ts'
import {
  deleteCertificate,
  deployCertificate,
  getCertificate,
  getCertificateDetails,
  listCertificates,
  revokeCertificate,
} from '#contract/keys/certificates.ts'
import { createRequest, listRequests, signRequest } from '#contract/keys/requests.ts'
import { Problem } from '#contract/problem.ts'
import type { SessionState } from '#contract/session.ts'
import * as Certificates from '#pages/certificates/inventory/Certificates.tsx'
import { paths } from '#paths.ts'
import answer from '../../crypto/vectors/x509/ec-answer.pem?raw'
import issuer from '../../crypto/vectors/x509/leaf.pem?raw'
import { type Answers, answering } from '../../support/answering.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'
import { done, notOffered, rowsOf } from '../../support/stated-only.ts'

const admin = {
  state: 'signed-in',
  site: { name: '', title: 'Test' },
  user: { name: 'admin', authType: 'local', permissions: ['KeyManagement_Admin'] },
} as unknown as SessionState
const from = '2026-01-01T00:00:00Z'
const ends = `${new Date().getFullYear() + 2}-01-01T00:00:00Z`
const names = ['a.example', 'b.example', 'c.example', 'root.test']

const certificate = (name: string, at: number) => ({
  CertID: at + 1,
  'Common Name': name,
  'DNS Name/FQDN': name,
  Issuer: 'Example CA',
  FromDate: from,
  ExpiryDate: ends,
  Port: name === 'c.example' ? 443 : 0,
})
const detail = (name: string) => ({
  CertificateId: String(names.indexOf(name) + 1),
  certtype: name === 'root.test' ? 'Intermediate' : 'End entity',
  endpoint: {
    serial: `0${names.indexOf(name) + 1}`,
    expiry_date: ends,
    from_date: from,
    PrivateKey: name !== 'b.example',
  },
})

async function open(answers: Answers) {
  const calls = answering({
    ...notOffered,
    [listCertificates.id]: rowsOf('getAllSSLCertificates', names.map(certificate)),
    [getCertificateDetails.id]: ({ common_name }) =>
      rowsOf('getCertificateDetails', names.includes(String(common_name)) ? [detail(String(common_name))] : []),
    [listAudit.id]: { total: 0, entries: [], missing: [], unseen: 0 },
    ...answers,
  })
  queryClient.setQueryData(sessionQuery.queryKey, admin)
  await renderRouter(
    createMemoryRouter([{ path: paths.certificates, Component: Certificates.Component }], {
      initialEntries: [paths.certificates],
    }),
  )
  return (row: string) => calls.filter((call) => call.row === row).map(({ body }) => body)
}

beforeEach(() => queryClient.setQueryDefaults(sessionQuery.queryKey, { staleTime: Number.POSITIVE_INFINITY }))
beforeEach(() => queryClient.clear())

const dialog = () => page.getByRole('dialog')
const row = (name: string) => dialog().getByRole('row').filter({ hasText: name })
const press = (name: string | RegExp) => dialog().getByRole('button', { name }).click()
async function choose(action: string, chosen: readonly string[] = names) {
  for (const name of chosen)
    await page.getByRole('grid').getByRole('row').filter({ hasText: name }).getByRole('checkbox').click()
  await page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: action, exact: true }).click()
}

test('several certificates are revoked for one reason, and the one that failed is tried again', async () => {
  const refusing = new Set(['b.example'])
  const asked = await open({
    [listIssued.id]: rowsOf('listIssued', [
      { CertID: 1, commonName: 'a.example' },
      { CertID: 2, commonName: 'b.example' },
      { CertID: 4, commonName: 'root.test', revokedAt: from, revoke_reason: 4 },
    ]),
    [revokeCertificate.id]: ({ common_name }) =>
      refusing.delete(String(common_name))
        ? new Problem('REFUSED', 'The authority is away', { service: 'keys' })
        : new Response('The certificate is revoked', { headers: { 'content-type': 'text/plain' } }),
  })
  await choose('Revoke')
  await expect.element(row('c.example')).toMatchTextContent(/Not possible.*Not issued by an internal authority/)
  await expect.element(row('root.test')).toMatchTextContent(/Already revoked: Superseded/)
  await expect.element(row('a.example')).toMatchTextContent(/Not found on any host by a discovery/)
  await expect.element(dialog().getByRole('button', { name: 'Revoke 2 certificates' })).toBeDisabled()
  await dialog().getByRole('radio', { name: 'Superseded' }).click()
  await dialog().getByRole('textbox', { name: 'Type “revoke 2” to confirm' }).fill('revoke 2')
  await press('Revoke 2 certificates')
  await expect.element(dialog().getByText('1 of 2 done, 1 failed')).toBeVisible()
  await expect.element(row('b.example')).toMatchTextContent(/Failed.*The authority is away/)
  await press('Retry 1 certificate')
  await expect.element(dialog().getByText('2 of 2 done')).toBeVisible()
  expect(asked(revokeCertificate.id).map((body) => [body.common_name, body.serial_number, body.revoke_reason])).toEqual(
    [
      ['a.example', '01', 4],
      ['b.example', '02', 4],
      ['b.example', '02', 4],
    ],
  )
})

test('only what is used nowhere is deleted, each by its serial number', async () => {
  const asked = await open({ [deleteCertificate.id]: done('DeleteCertificate') })
  await choose('Delete unused')
  await expect.element(row('c.example')).toMatchTextContent(/In use: last seen at c\.example:443/)
  await expect.element(row('root.test')).toMatchTextContent(/It is a CA certificate/)
  await dialog().getByRole('textbox').fill('delete 2')
  await press('Delete 2 certificates')
  await expect.element(dialog().getByText('2 of 2 done')).toBeVisible()
  expect(asked(deleteCertificate.id)).toEqual([
    { common_name: 'a.example', serial_number: '01' },
    { common_name: 'b.example', serial_number: '02' },
  ])
})

test('certificates are exported as one archive, private keys with one reason for all', async () => {
  const saved: Promise<Uint8Array>[] = []
  const clicking = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(fetch(this.href).then(async (file) => new Uint8Array(await file.arrayBuffer())))
  })
  const asked = await open({
    [getCertificate.id]: ({ common_name }) =>
      new Response(`store of ${String(common_name)}`, { headers: { 'content-type': 'application/x-pkcs12' } }),
  })
  await choose('Export files', ['a.example', 'b.example', 'c.example'])
  await dialog().getByRole('combobox', { name: 'Format' }).selectOptions('PKCS')
  await expect.element(row('b.example')).toMatchTextContent(/The private key is not stored in the service/)
  await press('Export 2 certificates')
  const why = page.getByRole('dialog', { name: 'Export PKCS #12 files?' })
  await why.getByRole('textbox', { name: 'Reason' }).fill('Moved to a new host')
  await why.getByRole('button', { name: 'Export', exact: true }).click()
  await expect.element(page.getByText('2 of 2 done')).toBeVisible()
  await expect.poll(() => saved).toHaveLength(1)
  clicking.mockRestore()
  expect(asked(getCertificate.id).map(({ reason }) => reason)).toEqual(['Moved to a new host', 'Moved to a new host'])
  const [archive] = await Promise.all(saved)
  expect(
    unzipped(archive ?? new Uint8Array()).map((file) => [file.name, new TextDecoder().decode(file.bytes)]),
  ).toEqual([
    ['a.example-01.p12', 'store of a.example'],
    ['c.example-03.p12', 'store of c.example'],
  ])
})

test('a server that does not tell its saved servers deploys by their names', async () => {
  const asked = await open({
    [deployCertificate.id]: ({ serverName }) =>
      serverName === 'edge-2'
        ? rowsOf('DeployCertificate', [{ server: 'edge-2', message: 'No route', status: 'Failed' }], 'deployStatus')
        : rowsOf('DeployCertificate', [{ server: serverName, message: 'written', status: 'Success' }], 'deployStatus'),
  })
  await choose('Deploy', ['a.example', 'b.example'])
  await expect.element(dialog().getByText('1 of 2 cannot be deployed')).toBeVisible()
  await expect.element(dialog().getByText('This server does not tell which servers are saved')).toBeVisible()
  await dialog().getByRole('textbox', { name: 'Servers for a.example' }).fill('edge-1, edge-2')
  await press('Deploy to 2 servers')
  await expect.element(dialog().getByText('1 of 2 done, 1 failed')).toBeVisible()
  await expect.element(row('edge-2')).toMatchTextContent(/No route/)
  expect(asked(deployCertificate.id).map(({ serverName }) => serverName)).toEqual(['edge-1', 'edge-2'])
})

test('a request that could not be signed is signed by the retry, and not created again', async () => {
  const isHere = (body: Record<string, unknown>) => String(body.common_name).startsWith('a.example')
  const requests: object[] = []
  let signs = false
  const asked = await open({
    [getCertificate.id]: (body) =>
      new Response(isHere(body) ? answer + issuer : '', { headers: { 'content-type': 'application/x-pem-file' } }),
    // The server does not list its authorities, but it has the key of the one that issued this.
    [getCertificateDetails.id]: ({ common_name }) =>
      rowsOf('getCertificateDetails', [
        names.includes(String(common_name))
          ? detail(String(common_name))
          : { CertificateId: '9', certtype: 'Root', endpoint: { serial: '09', PrivateKey: true } },
      ]),
    [listRequests.id]: () => rowsOf('getCSRList', requests, 'GeneratedList'),
    [createRequest.id]: ({ CNAME }) => {
      requests.push({ CSR_ID: 7 + requests.length, DOMAIN_NAME: CNAME })
      return done('createCSR')
    },
    [signRequest.id]: () => {
      if (!signs) return new Problem('REFUSED', 'The authority is locked', { service: 'keys' })
      return rowsOf('SignCSR', [{ commonName: 'www.example.com', Certificate_ID: 12, serialNumber: '0C' }])
    },
  })
  await choose('Renew', ['a.example', 'b.example'])
  await expect.element(row('b.example')).toMatchTextContent(/The certificate could not be read/)
  await press('Renew 1 certificate')
  await expect
    .element(row('a.example'))
    .toMatchTextContent(/Request 7 was created; not signed: The authority is locked/)
  signs = true
  await press('Retry 1 certificate')
  await expect.element(row('a.example')).toMatchTextContent(/Certificate 12, serial number 0C/)
  expect(asked(createRequest.id)).toHaveLength(1)
  expect(asked(signRequest.id).map(({ CSR_ID, signType }) => [CSR_ID, signType])).toEqual([
    ['7', 'signWithRoot'],
    ['7', 'signWithRoot'],
  ])
})
