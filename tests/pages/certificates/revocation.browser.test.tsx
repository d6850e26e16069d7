import { createMemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { sessionQuery } from '#api/session.ts'
import { listAudit } from '#contract/console/audit.ts'
import { listAuthorities, listIssued } from '#contract/keys/authorities.ts'
import { getCertificateDetails, listCertificates, revokeCertificate } from '#contract/keys/certificates.ts'
import { listRequestAnswers } from '#contract/keys/requests.ts'
import { getForeignStatus } from '#contract/keys/foreign-status.ts'
import { getCertificateUse } from '#contract/keys/tls-hosts.ts'
import { Problem } from '#contract/problem.ts'
import type { SessionState } from '#contract/session.ts'
import * as Certificate from '#pages/certificates/certificate/Certificate.tsx'
import * as Expiry from '#pages/certificates/expiry/Expiry.tsx'
import * as Certificates from '#pages/certificates/inventory/Certificates.tsx'
import * as Issued from '#pages/certificates/issued/Issued.tsx'
import { paths } from '#paths.ts'
import { type Answers, answering } from '../../support/answering.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'

const admin = {
  state: 'signed-in',
  site: { name: '', title: 'Test' },
  user: { name: 'admin', authType: 'local', permissions: ['KeyManagement_Admin'] },
} as unknown as SessionState
const reader = {
  ...admin,
  user: { name: 'ada', authType: 'local', permissions: ['KeyManagement_Read'] },
} as unknown as SessionState
const success = { result: { status: 'Success', message: 'found' } }
const rows = (name: string, details: unknown[]) => ({ name, ...success, details })
const year = new Date().getFullYear() + 2
const listed = (id: number, name: string, more = {}) => ({
  CertID: id,
  'DNS Name/FQDN': name,
  Port: 0,
  'Common Name': name,
  Issuer: 'Acme CA',
  FromDate: '2026-01-01T00:00:00Z',
  ExpiryDate: `${year}-01-01T00:00:00Z`,
  KeyStrength: '256',
  SignatureAlgorithm: 'SHA256withECDSA',
  ...more,
})
const inventory = [
  listed(1, 'good.example.com'),
  listed(2, 'held.example.com'),
  listed(3, 'ended.example.com'),
  listed(4, 'theirs.example.com', { Issuer: 'Other CA', Port: 443 }),
  listed(5, 'self.example.com', { Issuer: 'self.example.com' }),
]
const at = '2026-11-20T10:00:00Z'
const issued = (id: number | undefined, serialNumber: string, more = {}) => ({
  ...(id !== undefined && { CertID: id, commonName: inventory[id - 1]?.['Common Name'] }),
  issuer: 'AA:BB',
  issuerName: 'Acme CA',
  serialNumber,
  sha256: `FP:${serialNumber}`,
  ExpiryDate: `${year}-01-01T00:00:00Z`,
  issuedAt: '2026-01-01T00:00:00Z',
  ...more,
})
const ledger = [
  issued(1, '01'),
  issued(2, '02', { revokedAt: at, revoke_reason: 6 }),
  issued(3, '03', { revokedAt: at, revoke_reason: 4 }),
  issued(undefined, '0D', { revokedAt: at, revoke_reason: 1 }),
  issued(undefined, '0E', { revokedAt: at, revoke_reason: 6 }),
]
const detail = (id: number) => ({
  CertificateId: String(id),
  certtype: 'End entity',
  issuer: { cname: 'Acme CA' },
  endpoint: { serial: `0${id}`, expiry_date: `${year}-01-01T00:00:00Z`, from_date: '2026-01-01T00:00:00Z' },
})

async function open(address: string, answers: Answers = {}, session = admin) {
  const calls = answering({
    [listCertificates.id]: rows('getAllSSLCertificates', inventory),
    [listIssued.id]: rows('listIssued', ledger),
    [getForeignStatus.id]: new Problem('NOT_OFFERED', undefined, { service: 'keys' }),
    [getCertificateUse.id]: new Problem('NOT_OFFERED', undefined, { service: 'keys' }),
    [listRequestAnswers.id]: rows('listRequestAnswers', [{ CSR_ID: 7, CertID: 1 }]),
    [listAuthorities.id]: rows('listAuthorities', [
      { signType: 'signWithRoot', commonName: 'Acme CA', sha256: 'AA:BB', issued: 5, revoked: 4, canSign: true },
    ]),
    [getCertificateDetails.id]: ({ common_name }) =>
      rows(
        'getCertificateDetails',
        inventory.filter((row) => row['Common Name'] === common_name).map(({ CertID }) => detail(CertID)),
      ),
    [listAudit.id]: { total: 0, entries: [], missing: [], unseen: 0 },
    ...answers,
  })
  queryClient.setQueryData(sessionQuery.queryKey, session)
  const router = createMemoryRouter(
    [
      { path: paths.certificates, Component: Certificates.Component },
      { path: '/certificates/inventory/:id', Component: Certificate.Component },
      { path: paths.certificateExpiry, Component: Expiry.Component },
      { path: paths.certificatesIssued, Component: Issued.Component },
    ],
    { initialEntries: [address] },
  )
  await renderRouter(router)
  return (row: string) => calls.filter((call) => call.row === row).map(({ body }) => body)
}

beforeEach(() => queryClient.setQueryDefaults(sessionQuery.queryKey, { staleTime: Number.POSITIVE_INFINITY }))
// Not after it: what is still drawn would ask again.
beforeEach(() => queryClient.clear())

const namesIn = async (table: string) => {
  const links = page.getByRole('grid', { name: table }).getByRole('link')
  await expect.element(links.first()).toBeVisible()
  return links.elements().map((link) => link.textContent)
}
const filter = (name: string, choice: string) => page.getByRole('combobox', { name, exact: true }).selectOptions(choice)

test('the list marks what is revoked and what is on hold, and can be filtered by that and by origin', async () => {
  await open(paths.certificates)
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await expect.element(row('held.example.com').first()).toMatchTextContent(/On hold/)
  await expect.element(row('ended.example.com').first()).toMatchTextContent(/Revoked/)
  await expect.element(row('good.example.com').first()).not.toMatchTextContent(/Revoked|On hold/)
  const shown: Record<string, string[]> = {
    Revoked: ['ended.example.com'],
    'On hold': ['held.example.com'],
    'Not revoked': ['good.example.com'],
    Unknown: ['theirs.example.com', 'self.example.com'],
    'Hide revoked': ['good.example.com', 'theirs.example.com', 'self.example.com'],
  }
  for (const [choice, names] of Object.entries(shown)) {
    await filter('State', choice)
    await expect.poll(() => namesIn('Certificates'), { message: choice }).toEqual(names)
  }
  await filter('State', 'State')
  const from: Record<string, string[]> = {
    'Internal authority': ['good.example.com', 'held.example.com', 'ended.example.com'],
    'External authority': ['theirs.example.com'],
    'Self-signed': ['self.example.com'],
    'Discovered on a host': ['theirs.example.com'],
  }
  for (const [choice, names] of Object.entries(from)) {
    await filter('Origin', choice)
    await expect.poll(() => namesIn('Certificates'), { message: choice }).toEqual(names)
  }
})

test('a server that does not tell what it issued leaves every state unknown, and says so', async () => {
  await open(`${paths.certificates}?state=revoked`, {
    [listIssued.id]: new Problem('NOT_OFFERED', undefined, { service: 'keys' }),
  })
  await expect
    .element(page.getByText(/^This server does not report which certificates were issued and revoked/))
    .toBeVisible()
  await filter('State', 'Unknown')
  await expect.poll(() => namesIn('Certificates').then(({ length }) => length)).toBe(inventory.length)
  for (const [name, choice] of [
    ['State', 'Not revoked'],
    ['State', 'State'],
    ['Origin', 'Internal authority'],
  ] as const) {
    await filter(name, choice)
    if (choice === name) continue
    await expect.element(page.getByText('Unknown which certificates match')).toBeVisible()
    const counts = page.getByRole('group', { name: 'Show' })
    await expect.element(counts).not.toMatchTextContent(/\d/)
    expect(page.getByText('No matching certificates').elements()).toEqual([])
  }
})

test('without the list, a certificate is not called good, and a release stays possible', async () => {
  await open(paths.certificate('1'), {
    [listIssued.id]: new Problem('NOT_OFFERED', undefined, { service: 'keys' }),
  })
  await expect.element(page.getByText(/This server does not report whether it is revoked/)).toBeVisible()
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect.element(page.getByRole('radio', { name: 'Release from hold', exact: true })).toBeVisible()
})

test('a hold says since when, and is released by its name; the banner is gone then', async () => {
  let released = false
  const calls = await open(paths.certificate('2'), {
    [listIssued.id]: () => rows('listIssued', released ? [issued(2, '02')] : ledger),
    [revokeCertificate.id]: () => {
      released = true
      return new Response('It is no longer on hold. Reason: remove from CRL')
    },
  })
  await expect.element(page.getByText(/Clients reject it until it is released/)).toBeVisible()
  await page.getByRole('button', { name: 'Release from hold' }).click()
  await expect.element(page.getByRole('radio').first()).not.toBeInTheDocument()
  await page.getByRole('textbox', { name: 'Type “held.example.com” to confirm' }).fill('held.example.com')
  await page.getByRole('button', { name: 'Release', exact: true }).click()
  await expect.element(page.getByText('It is no longer on hold. Reason: remove from CRL')).toBeVisible()
  expect(calls(revokeCertificate.id)).toEqual([
    { common_name: 'held.example.com', serial_number: '02', revoke_reason: 7 },
  ])
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()
  await expect.element(page.getByText(/Clients reject it until it is released/)).not.toBeInTheDocument()
})

test('a reader sees since when a certificate is on hold, and no release', async () => {
  await open(paths.certificate('2'), {}, reader)
  await expect.element(page.getByText(/Clients reject it until it is released/)).toBeVisible()
  expect(page.getByRole('button', { name: 'Release from hold' }).elements()).toEqual([])
})

test('what is on hold can be revoked for good, and what stands cannot be released', async () => {
  await open(paths.certificate('2'))
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect.element(page.getByRole('radio', { name: 'Superseded', exact: true })).toBeVisible()
  await expect.element(page.getByRole('radio', { name: 'Release from hold', exact: true })).toBeVisible()
  await expect.element(page.getByRole('radio', { name: 'On hold', exact: true })).not.toBeInTheDocument()
})

test('a certificate that stands is not offered a release', async () => {
  await open(paths.certificate('1'))
  await expect.element(page.getByText('Not revoked', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect.element(page.getByRole('radio', { name: 'On hold', exact: true })).toBeVisible()
  await expect.element(page.getByRole('radio', { name: 'Release from hold', exact: true })).not.toBeInTheDocument()
})

test('a revoked one says why and since when, that renewing makes another, and that nothing more can be done', async () => {
  await open(paths.certificate('3'))
  await expect.element(page.getByText(/Superseded, since .+Revocation is permanent/)).toBeVisible()
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect.element(page.getByRole('dialog', { name: 'Already revoked' })).toBeVisible()
  await expect.element(page.getByRole('radio').first()).not.toBeInTheDocument()
})

test('nobody is asked to renew what is revoked; what is on hold stays in the calendar', async () => {
  await open(paths.certificateExpiry)
  await expect.element(page.getByText(/1 revoked certificate is not shown/)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'held.example.com' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'ended.example.com' })).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'Show revoked certificates' }).click()
  await expect.poll(() => namesIn('Certificates')).toEqual(['ended.example.com'])
})

test('an authority’s revoked are listed, also those that were deleted here, which are revoked by their number', async () => {
  const calls = await open(paths.certificatesIssued, { [revokeCertificate.id]: () => new Response('It is revoked') })
  await page.getByRole('link', { name: 'Revoked by Acme CA: 2' }).click()
  const grid = page.getByRole('grid', { name: 'Issued' })
  await expect.poll(() => grid.getByRole('row').elements().length).toBe(3)
  await expect.element(grid.getByRole('row').filter({ hasText: '0D' })).toMatchTextContent(/No longer in the inventory/)
  await filter('State', 'On hold')
  await expect.poll(() => grid.getByRole('row').elements().length).toBe(3)
  await page.getByRole('button', { name: 'Revoke 0E' }).click()
  await page.getByRole('radio', { name: 'Release from hold', exact: true }).click()
  await page.getByRole('textbox', { name: 'Type “0E” to confirm' }).fill('0E')
  await page.getByRole('button', { name: 'Release', exact: true }).click()
  await expect.element(page.getByText('It is revoked', { exact: true })).toBeVisible()
  expect(calls(revokeCertificate.id)).toEqual([{ common_name: '0E', serial_number: '0E', revoke_reason: 7 }])
})

test('before it is revoked, the page says who checks, where, and how long an older CRL may be used', async () => {
  const authority = {
    signType: 'signWithRoot',
    commonName: 'Acme CA',
    crlUrl: 'http://127.0.0.1:8383/pki/crl/aa.crl',
    ocspUrl: 'https://pki.example.com/pki/ocsp',
    crlNumber: 7,
    crlNextUpdate: '2099-01-01T00:00:00Z',
  }
  await open(paths.certificate('1'), { [listAuthorities.id]: rows('listAuthorities', [authority]) })
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText(/aa\.crl\. This is a loopback address/)).toBeVisible()
  await expect.element(dialog.getByText(/pki\.example\.com\/pki\/ocsp\. Clients must be able to resolve/)).toBeVisible()
  await expect.element(dialog.getByText(/CRL number 7 may use it until/)).toBeVisible()
  await expect
    .element(dialog.getByText(/nginx, Apache, VPN gateways and RADIUS servers check only if configured/))
    .toBeVisible()
})

test('a revocation tells its outcome although the certificate was deleted meanwhile', async () => {
  let isGone = false
  await open(paths.certificate('1'), {
    [listCertificates.id]: () => rows('getAllSSLCertificates', isGone ? inventory.slice(1) : inventory),
    [listIssued.id]: rows('listIssued', ledger),
    [revokeCertificate.id]: () => {
      isGone = true
      return new Response('The certificate of good.example.com (01) is revoked. Reason: superseded')
    },
  })
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await page.getByRole('radio', { name: 'Superseded', exact: true }).click()
  await page.getByRole('textbox', { name: /to confirm/ }).fill('good.example.com')
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
  await expect.element(page.getByText(/\(01\) is revoked\. Reason: superseded/)).toBeVisible()
  await expect.element(page.getByText(/OCSP answers with the new state from now on/)).toBeVisible()
  await expect.element(page.getByText('There is no certificate with the ID 1')).toBeVisible()
})

test('when the revocation is published is unknown while the authorities cannot be read', async () => {
  let authorities: Problem | ReturnType<typeof rows> = new Problem('KEYS_FAILED', 'The key service failed', {
    service: 'keys',
  })
  await open(paths.certificate('1'), {
    [listAuthorities.id]: () => authorities,
    [revokeCertificate.id]: () => new Response('The certificate of good.example.com (01) is revoked.'),
  })
  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await page.getByRole('radio', { name: 'Superseded', exact: true }).click()
  await page.getByRole('textbox', { name: /to confirm/ }).fill('good.example.com')
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click()
  const done = page.getByRole('dialog', { name: 'Done' })
  await expect.element(done.getByText('Unknown when its CRL is published next.')).toBeVisible()
  await expect.element(done.getByText(/contains the change/)).not.toBeInTheDocument()
  authorities = rows('listAuthorities', [{ signType: 'signWithRoot', commonName: 'Acme CA' }])
  await done.getByRole('button', { name: 'Try again' }).click()
  await expect.element(done.getByText(/^OCSP answers with the new state from now on/)).toBeVisible()
})
