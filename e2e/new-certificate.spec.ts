import { expect, expectAccessible, test } from './fixtures.ts'
import { certificateOf, enterStorePassword, field, inventory, next, step } from './steps/issuing.ts'

test.use({ account: 'operator' })

test('a self-signed certificate is issued immediately, with the requested names and key', async ({
  page,
  withSession: _,
}) => {
  await page.goto('/certificates/new')
  await expect(page.getByRole('radio', { name: 'Server', exact: true })).toBeChecked()
  await next(page)
  await page.getByRole('radio', { name: 'Self-signed' }).check()
  await expectAccessible(page)
  await next(page)
  await field(page, 'Common name').fill('self.e2e.example')
  await next(page)
  await page.getByRole('button', { name: 'Add to names' }).click()
  await next(page)
  await page.getByRole('radio', { name: 'Ed25519' }).check()
  await next(page)
  await field(page, 'Valid for').fill('12')
  await page.getByRole('combobox', { name: 'Unit' }).selectOption('hours')
  await page.getByRole('button', { name: 'Generate password' }).click()
  await next(page)
  await page.getByRole('button', { name: 'Create the certificate' }).click()
  await expect(page.getByText('The name matches the request')).toBeVisible()
  const serialNumber = await page
    .getByRole('definition')
    .filter({ hasText: /^[0-9A-F]{20,40}$/ })
    .innerText()
  const certificate = await certificateOf(page, 'self.e2e.example', serialNumber)
  expect(certificate.subjectAltName).toBe('DNS:self.e2e.example')
  expect(certificate.issuer).toBe(certificate.subject)
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  expect(certificate.validToDate.getTime() - certificate.validFromDate.getTime()).toBe(12 * 3_600_000)
})

test('the certificate that expires next is renewed with its values, and changes are shown', async ({
  page,
  signedIn: _,
}) => {
  const soonest = (await inventory(page))
    .filter(
      (one) => one['Common Name'].endsWith('.example.com') && Date.parse(one.ExpiryDate) > Date.now() + 86_400_000,
    )
    .toSorted((one, other) => Date.parse(one.ExpiryDate) - Date.parse(other.ExpiryDate))[0]
  const name = soonest?.['Common Name'] ?? ''
  await page.goto(`/certificates/inventory/${soonest?.CertID}/renew`)
  await expect(page.getByRole('heading', { level: 1, name: `Renew ${name}` })).toBeVisible()
  await expect(step(page, 'Profile')).toBeVisible()
  await next(page)
  await expect(page.getByRole('radio', { name: 'Demo Issuing CA' })).toBeChecked()
  await next(page)
  await expect(field(page, 'Common name')).toHaveValue(name)
  await next(page)
  await field(page, 'Names (SAN)').fill(`${name}\nrenewed.e2e.example`)
  await next(page)
  await next(page)
  await field(page, 'Valid for').fill('60')
  await enterStorePassword(page, 'a store password')
  await next(page)
  await expect(page.getByText(`Before: ${name}`)).toBeVisible()
  await expect(page.getByText('EC 256, newly generated')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Renew', exact: true }).click()
  await expect(page.getByText('All 2 names match the request')).toBeVisible()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  const serialNumber = await page
    .getByRole('definition')
    .filter({ hasText: /^[0-9A-F]{20,40}$/ })
    .innerText()
  const renewed = await certificateOf(page, name, serialNumber)
  expect(renewed.subjectAltName).toBe(`DNS:${name}, DNS:renewed.e2e.example`)
  expect(Math.round((renewed.validToDate.getTime() - Date.now()) / 86_400_000)).toBe(60)
})
