import { createMemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { listConnections } from '#contract/console/connections.ts'
import { planJob, startJob } from '#contract/console/jobs.ts'
import { listCertificates } from '#contract/keys/certificates.ts'
import { countVulnerabilities, discoverFromFile, discoverHost } from '#contract/keys/discovery.ts'
import { getHostCheckPlan, setHostCheckPlan } from '#contract/keys/host-check-plan.ts'
import { getTlsHost, listTlsHosts } from '#contract/keys/tls-hosts.ts'
import { Problem } from '#contract/problem.ts'
import * as HostHealth from '#pages/discovery/health/HostHealth.tsx'
import * as Host from '#pages/discovery/host/Host.tsx'
import { paths } from '#paths.ts'
import { type Answers, answering } from '../../../support/answering.ts'
import { notOffered, rowsOf } from '../../../support/stated-only.ts'
import { renderRouter } from '../../../support/RenderRouter.tsx'
import { signedInWith } from '../../devices/signed-in.ts'
import { jobOf } from '../../jobs/job-records.ts'

afterEach(() => queryClient.clear())

const at = '2026-11-21T12:00:00Z'
const success = { result: { status: 'Success', message: 'Done' } }
const far = '2099-01-01T00:00:00Z'
const served = (more = {}) => ({
  CertID: 7,
  CommonName: 'www.example.com',
  ShownTo: ['ECDSA', 'RSA'],
  Key: 'EC prime256v1',
  Issuer: 'Example CA',
  sha256: 'AA',
  FromDate: at,
  ExpiryDate: far,
  SeenAt: at,
  Origin: 'imported',
  NameMatch: 'yes',
  Names: ['www.example.com'],
  NameCount: 1,
  Chain: 'complete',
  Trust: 'public',
  Root: 'Example Root',
  Missing: [],
  Sent: [{ Name: 'www.example.com', Issuer: 'Example CA', ExpiryDate: far, sha256: 'AA' }],
  Revoked: 'unknown',
  ...more,
})
const versions = (offered: string[]) =>
  ['SSLv3', 'TLS 1.0', 'TLS 1.1', 'TLS 1.2', 'TLS 1.3'].map((Name) => ({
    Name,
    Offered: offered.includes(Name) ? 'yes' : 'no',
  }))
const seen = (more = {}) => ({
  Host: 'www.example.com',
  Port: 443,
  Address: '192.0.2.7',
  CheckedAt: at,
  TriedAt: at,
  Protocols: versions(['TLS 1.2', 'TLS 1.3']),
  Vulnerabilities: ['Heartbleed', 'Poodle SSL', 'SSLv3 Enabled', 'No TLS1.2'].map((Name) => ({ Name, Found: 'no' })),
  WeakCipherSuites: [],
  VulnerabilitiesAt: at,
  KeyKinds: [
    { Name: 'ECDSA', Result: 'certificate' },
    { Name: 'RSA', Result: 'certificate' },
  ],
  Certificates: [served()],
  Deployments: [],
  Elsewhere: [],
  ...more,
})

beforeEach(() => localStorage.clear())

async function open(address: string, answers: Answers, permission = 'KeyManagement_Write') {
  signedInWith(permission)
  const calls = answering(answers)
  const routes = [
    { path: paths.tlsHosts, ...HostHealth },
    { path: `${paths.tlsHosts}/:place`, ...Host },
    { path: paths.job('12'), element: 'The page of job 12' },
  ]
  await renderRouter(createMemoryRouter(routes, { initialEntries: [address] }))
  return (row: string) => calls.filter((call) => call.row === row).map(({ body }) => body)
}
const openHost = (details: object, answers: Answers = {}) =>
  open(paths.tlsHost('www.example.com:443'), { [getTlsHost.id]: { ...success, details }, ...answers })
const part = (title: string) => page.getByRole('region', { name: title })
const summary = () => page.getByRole('region', { name: 'Host summary' })
const statement = (title: string, label: string) =>
  part(title)
    .getByRole('definition')
    .filter({ hasText: new RegExp(label) })

test('a host without fault is called that, and each statement says how and when', async () => {
  await openHost(seen())
  await expect.element(summary().getByText('No problem found')).toBeVisible()
  const certificate = part('Certificate for ECDSA and RSA clients')
  await expect.element(certificate.getByText('Public root')).toBeVisible()
  await expect.element(certificate.getByText('Complete')).toBeVisible()
  const title = 'Certificate for ECDSA and RSA clients'
  await expect.element(statement(title, 'Mozilla’s list.*Tested ')).toBeVisible()
  // What nobody has asked is not well, and has no time.
  await expect.element(statement(title, 'Not tested.*not an internal authority')).toBeVisible()
  expect(statement(title, 'not an internal authority.*Tested ').elements()).toEqual([])
})

test('TLS 1.0 alone, a missing intermediate, an unknown issuer and a wrong name are problems', async () => {
  await openHost(
    seen({
      Protocols: versions(['TLS 1.0']),
      Vulnerabilities: [{ Name: 'No TLS1.2', Found: 'yes' }],
      Certificates: [
        served({ NameMatch: 'no', Chain: 'incomplete', Trust: 'unknown', Root: undefined, Missing: ['Example CA'] }),
      ],
    }),
  )
  const problems = page.getByRole('list', { name: 'Problems' })
  for (const name of ['Wrong name', 'Incomplete chain', 'Unknown issuer', 'Neither TLS 1.2 nor 1.3']) {
    await expect.element(problems.getByText(name)).toBeVisible()
  }
  await expect.element(summary().getByText('Act now')).toBeVisible()
  await expect.element(page.getByText(/Not sent: Example CA/)).toBeVisible()
})

test('a host that nobody has seen has nothing that is well', async () => {
  await openHost({ Host: 'www.example.com', Port: 443, Certificates: [] })
  await expect.element(page.getByText('This host has not been seen yet')).toBeVisible()
  await expect.element(statement('Protocols', 'has not been checked yet').first()).toBeVisible()
  for (const title of ['Protocols', 'Known vulnerabilities']) {
    expect(
      part(title)
        .getByText(/^(Not offered|Not found|None accepted)$/)
        .elements(),
    ).toEqual([])
  }
  await expect.element(summary().getByText('Not fully tested').first()).toBeVisible()
})

test('a check is waited for until the server tells something new', async () => {
  let asked = 0
  const answers = {
    [getTlsHost.id]: () => ({ ...success, details: seen({ CheckedAt: asked++ < 2 ? at : '2026-11-21T12:01:00Z' }) }),
    [discoverHost.id]: { ...success, details: { 'www.example.com': ['SUCCESS', 'www.example.com, valid'] } },
  }
  const calls = await open(paths.tlsHost('www.example.com:443'), answers)
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect.element(page.getByText('Checked. www.example.com, valid'), { timeout: 10_000 }).toBeVisible()
  expect(calls(discoverHost.id)).toEqual([{ HOST: 'www.example.com', PORT: '443', TIMEOUT: '10' }])
})

test('before a server of the stated operations, nothing is said to be well or to be none', async () => {
  await open(paths.tlsHost('www.example.com:443'), {
    ...notOffered,
    [listCertificates.id]: rowsOf('getAllSSLCertificates', [
      { CertID: 7, 'Common Name': 'www.example.com', 'DNS Name/FQDN': 'www.example.com', Port: 443, ExpiryDate: far },
    ]),
    [countVulnerabilities.id]: { ...success, details: { SSLVulnerabilityCount: { Heartbleed: 2 } } },
  })
  await expect.element(page.getByText('This server does not report the health of this host')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'www.example.com' }))
    .toHaveAttribute('href', paths.certificate('7'))
  await expect.element(page.getByText('Heartbleed: 2')).toBeVisible()
  await expect.element(page.getByText('Revoked: not reported')).toBeVisible()
  await expect.element(page.getByText('This server does not report which hosts these are.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Check now' })).toBeVisible()
})

test('the list of hosts names the problems and leads to each host', async () => {
  const row = {
    Host: '2001:db8::7',
    Port: 443,
    State: 'bad',
    Problems: ['chain', 'later'],
    CommonName: 'x',
    CheckedAt: at,
  }
  const calls = await open(`${paths.tlsHosts}?state=bad`, {
    ...notOffered,
    [listTlsHosts.id]: { ...success, details: [row], totalRows: 1 },
  })
  const table = page.getByRole('grid', { name: 'Host health' })
  await expect
    .element(table.getByRole('link', { name: '[2001:db8::7]:443' }))
    .toHaveAttribute('href', paths.tlsHost('[2001:db8::7]:443'))
  await expect.element(table.getByText('Incomplete chain')).toBeVisible()
  await expect.element(table.getByText('later')).toBeVisible()
  expect(calls(listTlsHosts.id)[0]).toMatchObject({ state: 'bad' })
})

test('chosen hosts are checked again as a job of their own, or planned for later', async () => {
  const row = (Host: string, Port: number) => ({ Host, Port, State: 'bad', Problems: ['chain'], CheckedAt: at })
  const rows = [row('a.example', 443), row('b.example', 8443), row('c.example', 443)]
  const calls = await open(paths.tlsHosts, {
    ...notOffered,
    [listTlsHosts.id]: { ...success, details: rows, totalRows: 3 },
    [planJob.id]: jobOf({ state: 'planned' }),
    [startJob.id]: jobOf({}),
    [listConnections.id]: { embedded: true, connections: [] },
  })
  for (const host of ['a.example', 'b.example'])
    await page.getByRole('grid').getByRole('row').filter({ hasText: host }).getByRole('checkbox').click()
  await page.getByRole('group', { name: 'Selection' }).getByRole('button', { name: 'Check again' }).click()
  const dialog = page.getByRole('dialog', { name: 'Check hosts again' })
  await expect.element(dialog.getByRole('button', { name: 'Schedule…' })).toBeVisible()
  await dialog.getByLabelText('Timeout').fill('8')
  await dialog.getByRole('button', { name: 'Check 2 hosts' }).click()
  await expect.element(page.getByText('The page of job 12')).toBeVisible()
  expect(calls(planJob.id)).toMatchObject([
    {
      endpoint: discoverFromFile.id,
      title: 'Check 2 hosts',
      input: { TIMEOUT: '8' },
      items: [{ subject: 'a.example:443' }, { subject: 'b.example:8443' }],
    },
  ])
})

test('planned checks say when they run, how many hosts wait, and are set', async () => {
  const plan = { EveryHours: 24, NextRunAt: at, LastRunAt: at, LastRunHosts: 3, Waiting: 0 }
  const answers = {
    ...notOffered,
    [listTlsHosts.id]: { ...success, details: [], totalRows: 0 },
    [getHostCheckPlan.id]: { ...success, details: plan },
    [setHostCheckPlan.id]: { ...success },
  }
  const calls = await open(paths.tlsHosts, answers, 'KeyManagement_Admin')
  await expect.element(page.getByText(/Scheduled checks: Every day, next .*, last .* of 3 hosts\./)).toBeVisible()
  await page.getByRole('button', { name: 'Schedule checks' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Check all hosts' }).selectOptions('Every week')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => calls(setHostCheckPlan.id)).toEqual([{ EveryHours: 168 }])
  await expect.element(dialog).not.toBeInTheDocument()
})

test('planned checks that cannot be read are stated, and can be changed once they can', async () => {
  let plan: Problem | object = new Problem('KEYS_FAILED', 'The plan cannot be read', { service: 'keys' })
  const answers = {
    ...notOffered,
    [listTlsHosts.id]: { ...success, details: [], totalRows: 0 },
    [getHostCheckPlan.id]: () => (plan instanceof Problem ? plan : { ...success, details: plan }),
  }
  await open(paths.tlsHosts, answers, 'KeyManagement_Admin')
  await expect.element(page.getByText('The plan cannot be read')).toBeVisible()
  plan = { EveryHours: 24, Waiting: 0 }
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByRole('button', { name: 'Schedule checks' })).toBeVisible()
})

test('a server that tells nothing of hosts is not said to have none', async () => {
  await open(paths.tlsHosts, notOffered)
  await expect.element(page.getByText('This server does not report the health of its hosts')).toBeVisible()
})
