import { createMemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { explainNotices } from '#contract/console/notifications.ts'
import { listCertificates } from '#contract/keys/certificates.ts'
import { inventoryOf, type Listed } from '#contract/keys/rules/inventory.ts'
import { ExpiryNotices } from '#pages/certificates/certificate/ExpiryNotices.tsx'
import { paths } from '#paths.ts'
import { answering } from '../../support/answering.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'
import { notOffered, rowsOf } from '../../support/stated-only.ts'
import { signedInWith } from '../devices/signed-in.ts'

const now = Date.now()
const inDays = (days: number) => new Date(now + days * 86_400_000).toISOString()
const seen = (CertID: number, days: number, host: string, Port = 443): Listed => ({
  CertID,
  'Common Name': 'shop.example',
  'DNS Name/FQDN': host,
  FromDate: inDays(-300),
  ExpiryDate: inDays(days),
  KeyStrength: '256',
  Port,
})

beforeEach(() => queryClient.clear())

async function open(listed: Listed[]) {
  signedInWith('KeyManagement_Admin')
  answering({
    ...notOffered,
    [listCertificates.id]: rowsOf('getAllSSLCertificates', listed),
    [explainNotices.id]: {
      rows: [],
      rule: { isOn: true, days: [30, 7], recipients: ['desk@example.com'], by: 'Ada' },
      look: { state: 'done', message: '', at: now, expiring: 0 },
      mail: 'smtp',
      webhooks: 0,
    },
  })
  const row = inventoryOf(listed, now).find(({ id }) => id === '1')
  if (!row) throw new Error('It is not listed')
  await renderRouter(createMemoryRouter([{ path: '/', Component: () => <ExpiryNotices row={row} /> }]))
}
const successor = () => page.getByRole('link', { name: 'certificate ID 2' })

test('a certificate without notifications names the one that replaced it', async () => {
  await open([seen(1, 20, 'a.example'), seen(2, 380, 'a.example')])
  await expect.element(successor()).toHaveAttribute('href', paths.certificate('2'))
  await expect.element(page.getByText(/^Replaced by certificate ID 2, which expires .*\.$/)).toBeVisible()
})

test('where a host still presents the old one, that host is named', async () => {
  await open([seen(1, 20, 'a.example'), seen(1, 20, 'b.example'), seen(2, 380, 'a.example')])
  await expect.element(successor()).toBeVisible()
  await expect
    .element(page.getByText(/^Its successor is certificate ID 2, .*, but b\.example:443 still presents this one\.$/))
    .toBeVisible()
})
