import { createMemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { query } from '#api/query.ts'
import { deleteCertificate } from '#contract/keys/certificates.ts'
import { checkForeignStatus, getForeignStatus } from '#contract/keys/foreign-status.ts'
import { getCertificateUse } from '#contract/keys/tls-hosts.ts'
import { Problem } from '#contract/problem.ts'
import type { InventoryRow } from '#contract/keys/rules/inventory.ts'
import { DeleteDialog } from '#pages/certificates/certificate/actions/DeleteDialog.tsx'
import { ForeignStatus } from '#pages/certificates/certificate/ForeignStatus.tsx'
import { answering } from '../../support/answering.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'
import { signedInWith } from '../devices/signed-in.ts'

const addresses = [
  { Method: 'OCSP', Url: 'http://ocsp.example/' },
  { Method: 'CRL', Url: 'http://crl.example/root.crl' },
]
const success = { result: { status: 'Success', message: 'done' } }

const shown = () => <ForeignStatus id="7" />

async function open(details: object, permission = 'KeyManagement_Admin', Component = shown) {
  let now = details
  signedInWith(permission)
  const calls = answering({
    [getForeignStatus.id]: () => ({ ...success, details: now }),
    [getCertificateUse.id]: new Problem('NOT_OFFERED', undefined, { service: 'keys' }),
    [deleteCertificate.id]: { name: 'DeleteCertificate', ...success, details: {} },
    [checkForeignStatus.id]: () => {
      now = {
        Addresses: addresses,
        State: 'revoked',
        RevokedAt: '2026-01-01T00:00:00Z',
        revoke_reason: 1,
        AskedAt: '2026-02-01T00:00:00Z',
        AskedBy: 'ada',
        Answers: [
          { ...addresses[0], Outcome: 'failed', Message: 'It answered with status 500' },
          { ...addresses[1], Outcome: 'revoked' },
        ],
      }
      return { ...success, details: now }
    },
  })
  await renderRouter(createMemoryRouter([{ path: '/', Component }]))
  return (row: string) => calls.filter((call) => call.row === row).map(({ body }) => body)
}

beforeEach(() => queryClient.clear())

const named = (text: string) => page.getByRole('listitem').filter({ hasText: text })

test('the addresses are shown before anybody is asked, and each answer afterwards', async () => {
  const calls = await open({ Addresses: addresses })
  await expect.element(named('OCSP http://ocsp.example/')).toBeVisible()
  expect(calls(checkForeignStatus.id)).toEqual([])
  await page.getByRole('button', { name: 'Check revocation' }).click()
  await expect.element(page.getByText('Revoked', { exact: true })).toBeVisible()
  await expect.element(page.getByText(/No valid response \(It answered with status 500\)/)).toBeVisible()
  await expect.element(page.getByText(/checked .* by ada/)).toBeVisible()
  expect(calls(checkForeignStatus.id)).toEqual([{ CertID: '7' }])
})

test('a certificate without an address says why nobody can be asked', async () => {
  await open({ Addresses: [] })
  await expect.element(page.getByText('The certificate contains neither an OCSP nor a CRL address.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Check revocation' })).toHaveAttribute('aria-disabled', 'true')
})

test('who may only read is shown the addresses, and asks nobody', async () => {
  await open({ Addresses: addresses }, 'KeyManagement_Read')
  await expect.element(named('CRL http://crl.example/root.crl')).toBeVisible()
  expect(page.getByRole('button', { name: 'Check revocation' }).elements()).toEqual([])
})

test('a certificate that was deleted is asked about no more, while its page is still shown', async () => {
  let left = false
  const calls = await open({ Addresses: addresses }, 'KeyManagement_Admin', () => (
    <>
      <ForeignStatus id="7" />
      <DeleteDialog
        row={{ id: '7', name: 'a.example', places: [] as string[] } as InventoryRow}
        detail={{}}
        target={{ common_name: 'a.example', serial_number: '0A' }}
        onDone={() => {
          left = true
        }}
        onClose={() => {}}
      />
    </>
  ))
  await page.getByRole('textbox').fill('a.example')
  await expect.poll(() => calls(getForeignStatus.id)).toHaveLength(1)
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.poll(() => left).toBe(true)
  await expect.poll(() => queryClient.isFetching()).toBe(0)
  expect(queryClient.getQueryState(query(getForeignStatus, { CertID: '7' }).queryKey)).toMatchObject({
    isInvalidated: true,
  })
  expect(calls(getForeignStatus.id)).toHaveLength(1)
})
