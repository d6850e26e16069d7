import { createMemoryRouter, Link } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { importUnmanagedCertificates, listUnmanagedCertificates } from '#contract/keys/certificates.ts'
import { Problem } from '#contract/problem.ts'
import { Component as KeyStores } from '#pages/discovery/KeyStores.tsx'
import { answering } from '../../support/answering.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'
import { signedInWith } from '../devices/signed-in.ts'

beforeEach(() => {
  queryClient.clear()
  signedInWith('KeyManagement_Write')
})

const stores = {
  name: 'getUnmanagedCertList',
  result: { status: 'Success', message: 'ok' },
  details: [{ 'shop.p12::1': '<password>' }],
}

test('passwords that were typed stay while the list cannot be read again', async () => {
  let answer: typeof stores | Problem = stores
  answering({ [listUnmanagedCertificates.id]: () => answer })
  await renderRouter(createMemoryRouter([{ path: '/', element: <KeyStores /> }]))
  const password = page.getByLabelText('Password of shop.p12')
  await password.fill('open sesame')
  answer = new Problem('KEYS_FAILED', 'The list could not be read', { service: 'keys', status: 400 })
  void queryClient.invalidateQueries()
  await expect.element(page.getByText('The list could not be read')).toBeVisible()
  await expect.element(password).toHaveValue('open sesame')
})

test('another page opens while an import has no answer yet', async () => {
  const { promise, resolve } = Promise.withResolvers<Problem>()
  answering({ [listUnmanagedCertificates.id]: stores, [importUnmanagedCertificates.id]: () => promise })
  const pages = [
    {
      path: '/',
      element: (
        <>
          <Link to="/other">Other</Link>
          <KeyStores />
        </>
      ),
    },
    { path: '/other', element: 'The other page' },
  ]
  await renderRouter(createMemoryRouter(pages))
  await page.getByLabelText('Password of shop.p12').fill('open sesame')
  await page.getByRole('button', { name: 'Import with passwords' }).click()
  await page.getByRole('link', { name: 'Other' }).click()
  await expect.element(page.getByText('The other page')).toBeVisible()
  resolve(new Problem('TIMEOUT', undefined, { service: 'keys' })) // requests that stay open would hold up other tests
})

test('a reader sees the key stores without password fields', async () => {
  signedInWith('KeyManagement_Read')
  answering({ [listUnmanagedCertificates.id]: stores })
  await renderRouter(createMemoryRouter([{ path: '/', element: <KeyStores /> }]))
  await expect.element(page.getByText('shop.p12')).toBeVisible()
  expect(page.getByLabelText('Password of shop.p12').elements()).toHaveLength(0)
  expect(page.getByRole('button', { name: 'Import with passwords' }).elements()).toHaveLength(0)
})
