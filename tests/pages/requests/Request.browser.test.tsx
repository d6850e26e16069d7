import { createMemoryRouter } from 'react-router'
import { zipSync } from 'fflate'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { sessionQuery } from '#api/session.ts'
import { explainEvents } from '#contract/console/notice-rules.ts'
import { listIssued } from '#contract/keys/authorities.ts'
import { addCertificate, getCertificate, getCertificateDetails, listCertificates } from '#contract/keys/certificates.ts'
import { exportRequest, listRequestAnswers, listRequests } from '#contract/keys/requests.ts'
import { Problem } from '#contract/problem.ts'
import type { SessionState } from '#contract/session.ts'
import * as Request from '#pages/requests/Request.tsx'
import { paths } from '#paths.ts'
import answer from '../../crypto/vectors/x509/ec-answer.pem?raw'
import csr from '../../crypto/vectors/x509/ec.csr?raw'
import intermediate from '../../crypto/vectors/x509/intermediate.pem?raw'
import foreign from '../../crypto/vectors/x509/leaf.pem?raw'
import otherCsr from '../../crypto/vectors/x509/rsa.csr?raw'
import { type Answers, answering } from '../../support/answering.ts'
import { notOffered, rowsOf } from '../../support/stated-only.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'

const admin = {
  state: 'signed-in',
  site: { name: '', title: 'Test' },
  user: { name: 'admin', authType: 'local', permissions: ['KeyManagement_Admin'] },
} as unknown as SessionState

const csrFile = () =>
  new Response(csr, {
    headers: { 'content-type': 'application/pkcs10', 'content-disposition': 'attachment; filename="www.csr"' },
  })
const made = {
  CSR_ID: 7,
  DOMAIN_NAME: 'www.example.com',
  CREATED_DATE: '2026-11-01T09:00:00Z',
  KEYSTORE_TYPE: 'PKCS12',
}
const answered = (CertID: number, more = {}) => ({
  CSR_ID: 7,
  CertID,
  commonName: 'www.example.com',
  serialNumber: `0${CertID}`,
  issuerName: 'Public CA',
  answeredAt: '2026-11-20T09:00:00Z',
  hasPrivateKey: true,
  ...more,
})

async function open(answers: Answers) {
  const calls = answering({
    ...notOffered,
    [listRequests.id]: rowsOf('getCSRList', [made], 'GeneratedList'),
    [exportRequest.id]: csrFile,
    [listCertificates.id]: rowsOf('getAllSSLCertificates', []),
    [listIssued.id]: new Problem('NOT_OFFERED', undefined, { service: 'keys' }),
    ...answers,
  })
  queryClient.setQueryData(sessionQuery.queryKey, admin)
  const { Component, loader } = Request
  const router = createMemoryRouter([{ path: '/requests/list/:request_id', Component, loader }], {
    initialEntries: [paths.request('7')],
  })
  await renderRouter(router)
  return (row: string) => calls.filter((call) => call.row === row).map(({ body }) => body)
}

beforeEach(() => {
  queryClient.setQueryDefaults(sessionQuery.queryKey, { staleTime: Number.POSITIVE_INFINITY })
  queryClient.clear()
})

const certificate = () => page.getByRole('region', { name: 'Certificate' })
const unknownName = () =>
  new Problem('REFUSED', 'common_name: There is no certificate of this name', { service: 'keys' })
const choose = async (name: string, content: BlobPart) => {
  await page.getByRole('button', { name: 'Import certificate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import certificate for request 7' })
  await dialog.getByLabelText('Choose a certificate').upload(new File([content], name))
  return dialog
}

test('a request that nothing answers yet waits, and says since when', async () => {
  await open({ [listRequestAnswers.id]: rowsOf('listRequestAnswers', []) })
  await expect.element(certificate().getByText('Waiting for a certificate')).toBeVisible()
  await expect.element(certificate().getByText(/^Waiting since/)).toBeVisible()
})

test('the newest answer counts, and those before it are superseded', async () => {
  await open({
    [listRequestAnswers.id]: rowsOf('listRequestAnswers', [answered(12), answered(11, { hasPrivateKey: false })]),
  })
  await expect.element(certificate().getByText('Answered', { exact: true })).toBeVisible()
  const items = certificate().getByRole('listitem')
  await expect.element(items.first().getByRole('link')).toHaveAttribute('href', paths.certificate('12'))
  await expect.element(items.first().getByText('Superseded')).not.toBeInTheDocument()
  await expect.element(items.nth(1).getByText('Superseded')).toBeVisible()
  await expect.element(items.nth(1).getByText('No private key')).toBeVisible()
})

test('a server that does not tell is not said to wait, and takes the certificate all the same', async () => {
  await open({ [listRequestAnswers.id]: new Problem('NOT_OFFERED', undefined, { service: 'keys' }) })
  await expect
    .element(certificate().getByText('This server does not report which certificates answer this request'))
    .toBeVisible()
  await expect.element(certificate().getByText(/^Waiting/)).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Import certificate' })).toBeEnabled()
})

test('a certificate with another key is refused before anything is sent', async () => {
  const asked = await open({ [listRequestAnswers.id]: rowsOf('listRequestAnswers', []) })
  const dialog = await choose('foreign.pem', foreign)
  await expect.element(dialog.getByText(/It does not answer request 7\. No other request/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect.element(dialog).toBeVisible()
  expect(asked(addCertificate.id)).toEqual([])
})

test('of a certificate with another key it is told which request it answers', async () => {
  const others = [8, 9].map((CSR_ID) => ({ CSR_ID, DOMAIN_NAME: 'host.example.com' }))
  await open({
    [listRequestAnswers.id]: rowsOf('listRequestAnswers', []),
    [listRequests.id]: rowsOf('getCSRList', [made, ...others], 'GeneratedList'),
    [exportRequest.id]: ({ CSR_ID }) => (CSR_ID === '9' ? csrFile() : new Response(otherCsr)),
  })
  const dialog = await choose('answer.pem', answer)
  await expect.element(dialog.getByText(/It answers request 9 for host\.example\.com/)).toBeVisible()
})

const answers = () => {
  const rows: object[] = []
  return {
    [listRequestAnswers.id]: () => rowsOf('listRequestAnswers', rows),
    [addCertificate.id]: () => {
      rows.push(answered(12))
      return { Status: 'Success', Message: '“www.example.com” answers request 7.' }
    },
  }
}

test('the certificate of the request is imported, and the request is answered', async () => {
  const known = rowsOf('getCertificateDetails', [{ CertificateId: '3', certtype: 'Intermediate' }])
  const asked = await open({ ...answers(), [getCertificateDetails.id]: known })
  const dialog = await choose('answer.pem', answer)
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect.element(page.getByText(/“www.example.com” answers request 7\.$/)).toBeVisible()
  await expect.element(certificate().getByText('Answered', { exact: true })).toBeVisible()
  expect(asked(addCertificate.id)).toMatchObject([{ fileType: 'CERTFILE' }])
})

test('a certificate whose issuer nobody has is imported on purpose only, and the issuer is named', async () => {
  const asked = await open({ ...answers(), [getCertificateDetails.id]: unknownName })
  const dialog = await choose('answer.pem', answer)
  await expect.element(dialog.getByText('Missing issuer: CN=Acme Intermediate, O=Acme, C=DE')).toBeVisible()
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect.element(dialog.getByText('Confirm that the chain stays incomplete')).toBeVisible()
  expect(asked(addCertificate.id)).toEqual([])
  await dialog.getByRole('checkbox', { name: /Import without the issuer/ }).click()
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect.element(page.getByText(/Its issuer CN=Acme Intermediate.* is not in the inventory\.$/)).toBeVisible()
})

test('a zip archive with the chain is sent as the certificates that it holds', async () => {
  const asked = await open({ ...answers(), [getCertificateDetails.id]: unknownName })
  const bytes = (text: string) => new TextEncoder().encode(text)
  const archive = zipSync({
    'ca/intermediate.crt': bytes(intermediate),
    'www.crt': bytes(answer),
    'readme.txt': bytes('hi'),
  })
  const dialog = await choose('certs.zip', archive.slice())
  await expect.element(dialog.getByText('Not included: CN=Acme Root, O=Acme, C=DE')).toBeVisible()
  await dialog.getByRole('button', { name: 'Import', exact: true }).click()
  await expect.element(certificate().getByText('Answered', { exact: true })).toBeVisible()
  const [sent] = asked(addCertificate.id)
  const file = sent?.File as File
  expect(file.name).toBe('certs.pem')
  expect((await file.text()).match(/BEGIN CERTIFICATE/g)).toHaveLength(2)
})

test('the private key of a request leaves with a reason, and that of another request is not here', async () => {
  const clicking = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const asked = await open({ [listRequestAnswers.id]: rowsOf('listRequestAnswers', []) })
  await page.getByRole('button', { name: 'Export private key' }).click()
  const why = page.getByRole('dialog', { name: 'Export the private key of request 7?' })
  await why.getByRole('textbox', { name: 'Reason' }).fill('Moved to an appliance')
  await why.getByRole('button', { name: 'Export', exact: true }).click()
  await expect
    .poll(() => asked(exportRequest.id).filter(({ fileType }) => fileType === 'PrivateKey'))
    .toEqual([{ CSR_ID: '7', fileType: 'PrivateKey', reason: 'Moved to an appliance' }])
  clicking.mockRestore()
})

test('the certificate in use stands beside the one that answers the request, which is deployed next', async () => {
  const listed = (CertID: number, FromDate: string, host?: string) => ({
    CertID,
    'Common Name': 'www.example.com',
    'DNS Name/FQDN': host ?? 'www.example.com',
    Port: host ? 443 : 0,
    FromDate,
    ExpiryDate: '2040-01-01T00:00:00Z',
  })
  const details = [3, 12].map((id) => ({ CertificateId: String(id), endpoint: { serial: `0${id}` } }))
  await open({
    [listRequestAnswers.id]: rowsOf('listRequestAnswers', [answered(12)]),
    [listCertificates.id]: rowsOf('getAllSSLCertificates', [
      listed(3, '2026-01-01T00:00:00Z', 'edge.example.com'),
      listed(12, '2026-11-20T00:00:00Z'),
    ]),
    [getCertificateDetails.id]: rowsOf('getCertificateDetails', details),
    [getCertificate.id]: ({ serial_number }) => new Response(serial_number === '012' ? answer : foreign),
  })
  const panel = page.getByRole('region', { name: 'Current and new certificate' })
  const row = (field: string) => panel.getByRole('row').filter({ hasText: field })
  await expect.element(row('Subject')).toMatchTextContent(/CN=www\.example\.com.*CN=host\.example\.com.*Changed/)
  await expect.element(row('Seen on hosts')).toMatchTextContent(/edge\.example\.com:443.*None found by a discovery/)
  await expect.element(row('Issuer')).not.toMatchTextContent(/Changed/)
  await expect
    .element(panel.getByRole('link', { name: 'Deploy new certificate' }))
    .toHaveAttribute('href', paths.certificate('12'))
  await expect
    .element(panel.getByRole('link', { name: 'Current certificate' }))
    .toHaveAttribute('href', paths.certificate('3'))
})

test('a request explains why no notification of its renewal was sent', async () => {
  const off = { rows: [], reasons: [{ event: 'renewal', text: 'Its rule is off.' }], mayMute: false }
  const asked = await open({ [explainEvents.id]: off })
  await page.getByRole('button', { name: 'Notifications' }).click()
  const dialog = page.getByRole('dialog', { name: 'Notifications' })
  await expect.element(dialog.getByText('Its rule is off.')).toBeVisible()
  expect(asked(explainEvents.id)).toEqual([{ page: paths.request('7') }])
})
