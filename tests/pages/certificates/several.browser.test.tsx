import { createMemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { startRecovery } from '#api/recovery.ts'
import { sessionQuery } from '#api/session.ts'
import { listAudit } from '#contract/console/audit.ts'
import { maxRead } from '#components/bulk/plan.ts'
import { planJob, planning, readJob, startJob } from '#contract/console/jobs.ts'
import { planCertificates } from '#contract/console/plans/certificate-plans.ts'
import { previewSchedule } from '#contract/console/schedules.ts'
import { listIssued } from '#contract/keys/authorities.ts'
import {
  deleteCertificate,
  deployCertificate,
  getCertificate,
  getCertificateDetails,
  listCertificates,
  revokeCertificate,
} from '#contract/keys/certificates.ts'
import { renewCertificate } from '#contract/keys/jobs/renewal-job.ts'
import type { InventoryRow } from '#contract/keys/rules/inventory.ts'
import { listDeployments, listServers } from '#contract/keys/servers.ts'
import { Problem } from '#contract/problem.ts'
import type { SessionState } from '#contract/session.ts'
import { RevokeSeveral } from '#pages/certificates/bulk/RevokeSeveral.tsx'
import * as Certificates from '#pages/certificates/inventory/Certificates.tsx'
import { paths } from '#paths.ts'
import answer from '../../crypto/vectors/x509/ec-answer.pem?raw'
import issuer from '../../crypto/vectors/x509/leaf.pem?raw'
import { type Answers, answering } from '../../support/answering.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'
import { jobOf } from '../jobs/job-records.ts'
import { notOffered, rowsOf } from '../../support/stated-only.ts'

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
    [planJob.id]: jobOf({ state: 'planned' }),
    [startJob.id]: jobOf({}),
    ...answers,
  })
  queryClient.setQueryData(sessionQuery.queryKey, admin)
  await renderRouter(
    createMemoryRouter(
      [
        { path: paths.certificates, Component: Certificates.Component },
        { path: paths.job('12'), element: 'The page of job 12' },
      ],
      { initialEntries: [paths.certificates] },
    ),
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

/** The job that was planned and started, as the console was told of it. */
async function started(asked: (row: string) => Record<string, unknown>[]) {
  await expect.element(page.getByText('The page of job 12')).toBeVisible()
  expect(asked(startJob.id)).toEqual([{ job: 12 }])
  const [plan] = asked(planJob.id)
  return plan as { endpoint: string; title: string; input: object; items: object[] }
}

test('deploying several certificates says why no server can be chosen, not that nothing is selected', async () => {
  await open({
    [listServers.id]: new Problem('KEYS_FAILED', 'The servers could not be read', { service: 'keys', status: 500 }),
  })
  await choose('Deploy', ['a.example'])
  await expect.element(dialog().getByRole('alert').getByText('The servers could not be read')).toBeVisible()
  await expect.element(dialog().getByRole('button', { name: 'Try again' })).toBeVisible()
  expect(dialog().getByText('Nothing is selected').elements()).toEqual([])
})

test('several certificates are revoked for one reason, as a job', async () => {
  const asked = await open({
    [listIssued.id]: rowsOf('listIssued', [
      { CertID: 1, commonName: 'a.example' },
      { CertID: 2, commonName: 'b.example' },
      { CertID: 4, commonName: 'root.test', revokedAt: from, revoke_reason: 4 },
    ]),
  })
  await choose('Revoke')
  await expect.element(row('c.example')).toMatchTextContent(/Not possible.*Not issued by an internal authority/)
  await expect.element(row('root.test')).toMatchTextContent(/Already revoked: Superseded/)
  await expect.element(row('a.example')).toMatchTextContent(/Not found on any host by a discovery/)
  await expect.element(dialog().getByRole('button', { name: 'Revoke 2 certificates' })).toBeDisabled()
  await dialog().getByRole('radio', { name: 'Superseded' }).click()
  await dialog().getByRole('textbox', { name: 'Type “revoke 2” to confirm' }).fill('revoke 2')
  await press('Revoke 2 certificates')
  const plan = await started(asked)
  expect(plan).toMatchObject({
    endpoint: revokeCertificate.id,
    title: 'Revoke 2 certificates (Superseded)',
    input: { revoke_reason: 4 },
  })
  expect(plan.items).toEqual([
    { subject: '1', label: 'a.example', input: { common_name: 'a.example', serial_number: '01' } },
    { subject: '2', label: 'b.example', input: { common_name: 'b.example', serial_number: '02' } },
    {
      subject: '3',
      label: 'c.example',
      skip: expect.stringContaining('Not issued by an internal authority') as string,
    },
    { subject: '4', label: 'root.test', skip: 'Already revoked: Superseded.' },
  ])
})

test('while the server fails, nothing is claimed of what is chosen, and the dialog goes on by itself', async () => {
  let isBroken = true
  await open({
    [getCertificateDetails.id]: ({ common_name }) =>
      isBroken ? new Problem('KEYS_FAILED') : rowsOf('getCertificateDetails', [detail(String(common_name))]),
  })
  const end = startRecovery()
  await choose('Revoke', ['a.example', 'b.example'])
  await dialog()
    .getByRole('radio', { name: /Superseded/ })
    .click()
  await expect.element(dialog().getByRole('alert')).toMatchTextContent(/The key service failed/)
  await expect.element(dialog().getByText('Not possible')).not.toBeInTheDocument()
  isBroken = false
  await expect.element(row('a.example'), { timeout: 30_000 }).toBeVisible()
  await expect.element(dialog().getByRole('alert')).not.toBeInTheDocument()
  await expect.element(dialog().getByRole('radio', { name: /Superseded/ })).toBeChecked()
  end()
})

test('only what is used nowhere is deleted, each by its serial number', async () => {
  const asked = await open({})
  await choose('Delete unused')
  await expect.element(row('c.example')).toMatchTextContent(/In use: last seen at c\.example:443/)
  await expect.element(row('root.test')).toMatchTextContent(/It is a CA certificate/)
  await dialog().getByRole('textbox').fill('delete 2')
  await press('Delete 2 certificates')
  const { endpoint, items } = await started(asked)
  expect(endpoint).toBe(deleteCertificate.id)
  expect(items.filter((item) => 'input' in item)).toEqual([
    { subject: '1', label: 'a.example', input: { common_name: 'a.example', serial_number: '01' } },
    { subject: '2', label: 'b.example', input: { common_name: 'b.example', serial_number: '02' } },
  ])
})

test('certificates are exported as files of a job, private keys with one reason for all', async () => {
  const asked = await open({})
  await choose('Export files', ['a.example', 'b.example', 'c.example'])
  await dialog().getByRole('combobox', { name: 'Format' }).selectOptions('PKCS')
  await expect.element(row('b.example')).toMatchTextContent(/The private key is not stored in the service/)
  await press('Export 2 certificates')
  const why = page.getByRole('dialog', { name: 'Export PKCS #12 files?' })
  await why.getByRole('textbox', { name: 'Reason' }).fill('Moved to a new host')
  await why.getByRole('button', { name: 'Export', exact: true }).click()
  await expect.element(page.getByText('The page of job 12')).toBeVisible()
  expect(asked(startJob.id)).toEqual([{ job: 12, reason: 'Moved to a new host' }])
  expect(asked(planJob.id)[0]).toMatchObject({
    endpoint: getCertificate.id,
    input: { fileType: 'PKCS' },
    items: [
      { subject: '1', input: { common_name: 'a.example', serial_number: '01', fileName: 'a.example-01.p12' } },
      { subject: '2', skip: 'The private key is not stored in the service.' },
      { subject: '3', input: { common_name: 'c.example', serial_number: '03', fileName: 'c.example-03.p12' } },
    ],
  })
})

test('a server that does not tell its saved servers deploys by their names', async () => {
  const asked = await open({})
  await choose('Deploy', ['a.example', 'b.example'])
  await expect.element(dialog().getByText('1 of 2 cannot be deployed')).toBeVisible()
  await expect.element(dialog().getByText('This server does not report which servers are saved')).toBeVisible()
  await dialog().getByRole('textbox', { name: 'Servers for a.example' }).fill('edge-1, edge-2')
  await press('Deploy to 2 servers')
  const { endpoint, items } = await started(asked)
  expect(endpoint).toBe(deployCertificate.id)
  const input = { common_name: 'a.example', serial_number: '01', CertID: '1' }
  expect(items).toEqual([
    { subject: 'edge-1', label: 'a.example to edge-1', input },
    { subject: 'edge-2', label: 'a.example to edge-2', input },
  ])
})

test('a certificate is renewed with a new key by the authority that issued it', async () => {
  const isHere = (body: Record<string, unknown>) => String(body.common_name).startsWith('a.example')
  const asked = await open({
    [previewSchedule.id]: { upcoming: [] },
    [listDeployments.id]: rowsOf('listDeployments', [
      { CertID: 1, serverName: 'web' },
      { CertID: 1, serverName: 'mail' },
    ]),
    [getCertificate.id]: (body) =>
      new Response(isHere(body) ? answer + issuer : '', { headers: { 'content-type': 'application/x-pem-file' } }),
    // The server does not list its authorities, but it has the key of the one that issued this.
    [getCertificateDetails.id]: ({ common_name }) =>
      rowsOf('getCertificateDetails', [
        names.includes(String(common_name))
          ? detail(String(common_name))
          : { CertificateId: '9', certtype: 'Root', endpoint: { serial: '09', PrivateKey: true } },
      ]),
  })
  await choose('Renew', ['a.example', 'b.example'])
  await expect.element(row('b.example')).toMatchTextContent(/The certificate could not be read/)
  await expect.element(row('a.example')).not.toMatchTextContent(/Deployed/)
  await dialog()
    .getByRole('checkbox', { name: /^Deploy to the servers that have the current certificate/ })
    .click()
  await expect.element(row('a.example')).toMatchTextContent(/Deployed to web, mail, and checked there/)
  await press('Schedule…')
  const later = page.getByRole('dialog', { name: 'Schedule job' })
  await expect.element(later.getByRole('textbox', { name: 'Title' })).toHaveValue('Renew 1 certificate')
  await later.getByRole('button', { name: 'Cancel' }).click()
  await press('Renew 1 certificate')
  const { endpoint, items } = await started(asked)
  expect(endpoint).toBe(renewCertificate.id)
  expect(items[0]).toMatchObject({
    subject: '1',
    input: { wish: { CNAME: 'host.example.com' }, sign: { signType: 'signWithRoot' }, servers: ['web', 'mail'] },
  })
  expect(JSON.stringify(items[0])).not.toContain('CSR_ID')
})

test('more than a page would read are planned by the console, and started once that is complete', async () => {
  const why = { code: planning, message: 'The console reads the certificates.' }
  let isPlanned = false
  const calls = answering({
    ...notOffered,
    [planCertificates.id]: jobOf({ state: 'planned', why }),
    [readJob.id]: () =>
      isPlanned ? jobOf({ state: 'planned', counts: { waiting: 480, skipped: 21 } }) : jobOf({ state: 'planned', why }),
    [startJob.id]: jobOf({}),
  })
  queryClient.setQueryData(sessionQuery.queryKey, admin)
  const rows = Array.from({ length: maxRead + 1 }, (_, at) => ({ id: String(at) }) as InventoryRow)
  const routes = [
    { path: '/', element: <RevokeSeveral rows={rows} onClose={() => undefined} /> },
    { path: paths.job('12'), element: 'The page of job 12' },
  ]
  await renderRouter(createMemoryRouter(routes))
  await page.getByRole('radio', { name: 'Superseded' }).click()
  await press('Plan 501 certificates')
  await expect.element(dialog().getByText(/The console reads the certificates/)).toBeVisible()
  isPlanned = true
  await dialog().getByRole('textbox', { name: 'Type “revoke 480” to confirm' }).fill('revoke 480')
  await press('Revoke 480 certificates')
  await expect.element(page.getByText('The page of job 12')).toBeVisible()
  const asked = (id: string) => calls.filter((call) => call.row === id).map(({ body }) => body)
  const ids = rows.map(({ id }) => id)
  const title = 'Revoke 501 certificates (Superseded)'
  expect(asked(planCertificates.id)).toEqual([{ operation: 'revoke', title, input: { revoke_reason: 4 }, ids }])
  expect(asked(startJob.id)).toEqual([{ job: 12 }])
})
