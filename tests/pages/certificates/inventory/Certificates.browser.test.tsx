import { createMemoryRouter } from 'react-router'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { sessionQuery } from '#api/session.ts'
import { findCertificates } from '#contract/console/certificate-list.ts'
import { listCertificates } from '#contract/keys/certificates.ts'
import { Problem } from '#contract/problem.ts'
import type { SessionState } from '#contract/session.ts'
import * as Certificates from '#pages/certificates/inventory/Certificates.tsx'
import { paths } from '#paths.ts'
import { type Answers, answering } from '../../../support/answering.ts'
import { renderRouter } from '../../../support/RenderRouter.tsx'

const reader = {
  state: 'signed-in',
  site: { name: '', title: 'Test' },
  user: { name: 'reader', authType: 'local', permissions: ['KeyManagement_Read'] },
} as unknown as SessionState

const year = new Date().getFullYear() + 2
const listed = Array.from({ length: 250 }, (_, at) => ({
  CertID: at + 1,
  'DNS Name/FQDN': `host-${at + 1}.example.com`,
  Port: 0,
  'Common Name': `web-${at + 1}.example.com`,
  Issuer: at % 2 ? 'Even CA' : 'Odd CA',
  FromDate: '2026-01-01T00:00:00Z',
  ExpiryDate: new Date(Date.UTC(year, 0, 1 + at)).toISOString(),
  KeyStrength: at < 30 ? '1024' : '2048',
  SignatureAlgorithm: 'SHA256withRSA',
}))
const list = { name: 'getAllSSLCertificates', result: { status: 'Success', message: '' }, details: listed }

async function open(search = '', answers: Answers = {}) {
  const calls = answering({ [listCertificates.id]: list, ...answers })
  queryClient.setQueryData(sessionQuery.queryKey, reader)
  const router = createMemoryRouter([{ path: paths.certificates, Component: Certificates.Component }], {
    initialEntries: [`${paths.certificates}${search}`],
  })
  await renderRouter(router)
  return { router, calls: () => calls.filter(({ row }) => row === findCertificates.id).map(({ body }) => body) }
}
beforeEach(() => {
  localStorage.clear()
  queryClient.clear()
  queryClient.setQueryDefaults(sessionQuery.queryKey, { staleTime: Number.POSITIVE_INFINITY })
})

const certificate = {
  id: '1',
  name: 'web-1.example.com',
  dnsName: 'web-1.example.com',
  issuer: 'Odd CA',
  fromRaw: '',
  expiry: { state: 'later', days: 700, raw: '2028-01-01T00:00:00Z' },
  isEarly: false,
  bits: '2048',
  algorithm: 'SHA256withRSA',
  weaknesses: [],
  places: [],
  createdBy: '',
  email: '',
  ofThisName: 1,
  revocation: { state: 'standing', raw: '' },
  use: 'unseen',
}

const grid = page.getByRole('grid', { name: 'Certificates' })
const names = () =>
  grid
    .getByRole('link')
    .elements()
    .map((link) => link.textContent)
const pages = page.getByRole('navigation', { name: 'Pages' })
const shown = (expected: object) => expect.poll(names, { timeout: 10_000 }).toEqual(expected)
const firstIs = (name: string) => expect.poll(() => names()[0], { timeout: 10_000 }).toBe(name)

describe('the certificates', () => {
  test('come in pages, with the count of each group over all of them', async () => {
    const { calls } = await open()
    await firstIs('web-1.example.com')
    expect(names()).toHaveLength(100)
    await expect.element(pages).toMatchTextContent(/1–100 of 250/)
    await expect.element(page.getByRole('radio', { name: 'Weak' })).toHaveAccessibleDescription('30')
    await pages.getByRole('button', { name: 'Next page' }).click()
    await firstIs('web-101.example.com')
    expect(calls().at(-1)).toMatchObject({ offset: 100, limit: 100 })
    await page.getByRole('radio', { name: 'Weak' }).click()
    await expect.element(pages).toMatchTextContent(/1–30 of 30/)
  })

  test('are ordered by several columns, and filtered by what columns say, all on the first page', async () => {
    const { router } = await open('?page=2')
    await firstIs('web-101.example.com')
    await grid.getByRole('button', { name: 'Common name' }).click()
    await firstIs('web-1.example.com')
    await grid.getByRole('button', { name: 'Common name' }).click()
    await firstIs('web-250.example.com')
    expect(router.state.location.search).toBe('?sort=-name')
    await page.getByRole('button', { name: /^Filters/ }).click()
    await page.getByRole('checkbox', { name: 'Odd CA' }).click()
    await firstIs('web-249.example.com')
    await expect.element(pages).toMatchTextContent(/of 125/)
    await page.getByRole('textbox', { name: 'Common name contains' }).fill('WEB-24')
    await shown([
      'web-249.example.com',
      'web-247.example.com',
      'web-245.example.com',
      'web-243.example.com',
      'web-241.example.com',
    ])
    await page.getByRole('textbox', { name: 'Common name contains' }).fill('nothing')
    await expect.element(page.getByText('No rows match the filters')).toBeVisible()
  })

  test('have columns, filters and an order of what people noted, also of custom fields', async () => {
    const { router, calls } = await open('?columns=name,annotation.owner,annotation.f1', {
      [findCertificates.id]: ({ offset }) => ({
        rows: [
          {
            ...certificate,
            annotation: { owner: 'Kim', f1: 'Payments', note: `Ask first. ${'Then wait. '.repeat(80)}` },
          },
        ].slice(Number(offset)),
        total: 1,
        options: {},
        issued: 'told',
        deployments: 'told',
        counts: { all: 1 },
        annotationFields: [{ id: 'f1', name: 'Team', type: 'text' }],
        ageMs: 0,
      }),
    })
    await expect.element(grid.getByRole('row', { name: /web-1\.example\.com.*Kim.*Payments/ })).toBeVisible()
    await expect.element(grid.getByText(/Ask first/)).not.toBeInTheDocument()
    await page.getByRole('button', { name: /^Columns/ }).click()
    await page.getByRole('checkbox', { name: 'Note' }).click()
    await expect.element(grid.getByText(/Ask first/)).toBeVisible()
    await page.getByRole('button', { name: 'Team', exact: true }).click()
    await expect.poll(() => calls().at(-1)).toMatchObject({ sort: [{ column: 'annotation.f1', descending: false }] })
    await expect.element(grid.getByRole('columnheader', { name: 'Team' })).toHaveAttribute('aria-sort', 'ascending')
    // A long note does not make its row high.
    const row = grid.getByRole('row', { name: /web-1/ }).element()
    expect(row.getBoundingClientRect().height).toBeLessThan(130)
    await userEvent.keyboard('{Escape}')
    await page.getByRole('button', { name: /^Filters/ }).click()
    await page.getByRole('textbox', { name: 'Team contains' }).fill('pay')
    await expect.poll(() => router.state.location.search).toMatch(/filter\.annotation\.f1=pay/)
    await expect.poll(() => calls().at(-1)).toMatchObject({ filters: [{ column: 'annotation.f1', contains: 'pay' }] })
  })

  test('say that there is no such page, and lead to the first', async () => {
    await open('?page=9')
    await expect.element(page.getByText('There is no page 9')).toBeVisible()
    await expect.element(page.getByText('250 certificates match.')).toBeVisible()
    await page.getByRole('button', { name: 'Go to the first page' }).click()
    await firstIs('web-1.example.com')
  })

  test('of a list that was kept for a while say so, and are read anew', async () => {
    let reads = 0
    const told = { issued: 'told', deployments: 'told' }
    const answer = { rows: [], total: 0, options: {}, ...told, counts: { all: 1 }, annotationFields: [] }
    await open('?search=x', {
      [findCertificates.id]: ({ fresh }) => {
        if (fresh) reads += 1
        return { ...answer, ageMs: reads === 0 ? 40_000 : 0 }
      },
    })
    await expect.element(page.getByText(/^Loaded from the server .*\d\d:\d\d/)).toBeVisible()
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect.element(page.getByText(/^Loaded from the server/)).not.toBeInTheDocument()
    expect(reads).toBe(1)
  })

  test('that cannot be read are a failure, and never an empty list', async () => {
    await open('', { [listCertificates.id]: new Problem('ANSWER_TOO_LARGE', undefined, { service: 'keys' }) })
    await expect.element(page.getByText('The server response is too large').first()).toBeVisible()
    await expect.element(page.getByText('No certificates yet')).not.toBeInTheDocument()
  })
})
