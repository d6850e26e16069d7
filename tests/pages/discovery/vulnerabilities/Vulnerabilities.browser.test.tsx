import { createMemoryRouter } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { countVulnerabilities, listWeakHosts } from '#contract/keys/discovery.ts'
import { Problem } from '#contract/problem.ts'
import * as Vulnerabilities from '#pages/discovery/vulnerabilities/Vulnerabilities.tsx'
import { paths } from '#paths.ts'
import { type Answers, answering } from '../../../support/answering.ts'
import { signedInWith } from '../../devices/signed-in.ts'
import { renderRouter } from '../../../support/RenderRouter.tsx'

afterEach(() => queryClient.clear())

const counts = {
  'Weak Cipher Suites': 2,
  'Poodle SSL': 0,
  Revoked: 1,
  'SSLv3 Enabled': 0,
  'No TLS1.2': 1,
  Heartbleed: 0,
  'Logjam or later': 7,
}
const host = (Host: string, Weaknesses: string[], more = {}) => ({
  Host,
  Port: 443,
  Weaknesses,
  WeakCipherSuites: [],
  NotTested: [],
  CheckedAt: '2026-11-21T12:00:00Z',
  ...more,
})
const rows = [
  host('old.example', ['Weak Cipher Suites', 'No TLS1.2'], { WeakCipherSuites: ['TLS_RSA_WITH_RC4_128_SHA'] }),
  host('printer.example', ['Weak Cipher Suites']),
  host('shop.example', ['Revoked'], { CertID: 7, CommonName: 'shop.example' }),
  host('silent.example', [], { NotTested: ['Heartbleed'] }),
]
const listed = { result: { status: 'Success' }, details: rows, totalRows: rows.length }
const counted = { result: { status: 'Success' }, details: { SSLVulnerabilityCount: counts } }

async function open(answers: Answers = {}) {
  signedInWith('KeyManagement_Write')
  answering({ [countVulnerabilities.id]: counted, [listWeakHosts.id]: listed, ...answers })
  const router = createMemoryRouter([{ path: paths.vulnerabilities, ...Vulnerabilities }], {
    initialEntries: [paths.vulnerabilities],
  })
  await renderRouter(router)
  return router
}
const tile = (name: string) => page.getByRole('link', { name, exact: true })
const table = () => page.getByRole('table', { name: 'Vulnerable hosts' })

test('each of the counts leads to its hosts, and to as many as it says', async () => {
  const router = await open()
  await expect.element(table().getByText('silent.example')).not.toBeInTheDocument()
  for (const [name, hosts] of [
    ['2 Weak cipher suites', ['old.example', 'printer.example']],
    ['1 Neither TLS 1.2 nor 1.3', ['old.example']],
    ['1 Revoked certificate', ['shop.example']],
  ] as const) {
    await tile(name).click()
    await expect.poll(() => table().getByRole('row').elements()).toHaveLength(hosts.length + 1)
    for (const one of hosts) await expect.element(table().getByRole('link', { name: one })).toBeVisible()
  }
  expect(router.state.location.search).toBe('?weakness=Revoked')
  await expect
    .element(table().getByRole('link', { name: 'shop.example' }))
    .toHaveAttribute('href', paths.tlsHost('shop.example:443'))
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.poll(() => table().getByRole('row').elements()).toHaveLength(4)
})

test('zero is a number, and what else a server counts is shown by its own name', async () => {
  await open()
  await expect.element(tile('0 Heartbleed')).toBeVisible()
  await expect.element(tile('7 Logjam or later')).toBeVisible()
})

test('what a host left unanswered is listed on request', async () => {
  await open()
  await page.getByRole('combobox', { name: 'Vulnerability' }).selectOptions('Not fully tested')
  await expect.element(table().getByText('silent.example')).toBeVisible()
  await expect.poll(() => table().getByRole('row').elements()).toHaveLength(2)
})

test('a server that only counts is not said to have no vulnerable hosts', async () => {
  await open({ [listWeakHosts.id]: new Problem('NOT_OFFERED', undefined, { service: 'keys' }) })
  await expect.element(tile('2 Weak cipher suites')).toBeVisible()
  await expect.element(page.getByText('This server does not report which hosts they are')).toBeVisible()
  await expect.element(table()).not.toBeInTheDocument()
  expect(page.getByText(/As of the last discovery/).elements()).toEqual([])
})

test('a count that is no number is shown as it came, and is no vulnerability of its own', async () => {
  const SSLVulnerabilityCount = { ...counts, Heartbleed: 'many', 'Poodle SSL': null }
  await open({ [countVulnerabilities.id]: { ...counted, details: { SSLVulnerabilityCount } } })
  await expect.element(tile('– Heartbleed The server says "many"')).toBeVisible()
  await expect.element(tile('– POODLE The server says null')).toBeVisible()
  await expect.element(page.getByText('#unexpected')).not.toBeInTheDocument()
})
