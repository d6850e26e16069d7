import { createRequest } from '#contract/keys/requests.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { certificateOf, enterStorePassword, field, fillRequest, next, nextButton, step } from './steps/issuing.ts'
import { ask } from './steps/ask.ts'
import { confirmIdentity, signIn } from './steps/sign-in.ts'

test.use({ account: 'operator' })
const vector = (name: string) => `tests/crypto/vectors/x509/${name}`

test('a request is created, signed by an internal root, and the certificate has its names', async ({
  page,
  withSession: _,
}) => {
  await page.goto('/requests')
  await page.getByRole('link', { name: 'New request' }).click()
  await fillRequest(page, 'signed.e2e.example', ['signed.e2e.example', '*.e2e.example', '10.20.30.40', 'fd00::1'])
  await expect(page.getByText('"PASSWORD": "••••••"')).toBeAttached()
  await expect(page.getByText('a store password')).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create request' }).click()
  await expect(page.getByText('Server response: CSR signed.e2e.example saved')).toBeVisible()
  await page.getByRole('link', { name: 'Sign request' }).click()

  await page.getByRole('radio', { name: 'Demo Issuing CA' }).check()
  await expectAccessible(page)
  await next(page)
  await field(page, 'Valid for (days)').fill('30')
  await next(page)
  await page.getByRole('button', { name: 'Sign request' }).click()
  await expect(page.getByText('All 4 names match the request')).toBeVisible()
  await expect(page.getByRole('list').filter({ hasText: 'Demo Root CA' })).toBeVisible()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  const serialNumber = await page
    .getByRole('definition')
    .filter({ hasText: /^[0-9A-F]{20,40}$/ })
    .innerText()
  const certificate = await certificateOf(page, 'signed.e2e.example', serialNumber)
  expect(certificate.subjectAltName).toBe(
    'DNS:signed.e2e.example, DNS:*.e2e.example, IP Address:10.20.30.40, IP Address:FD00:0:0:0:0:0:0:1',
  )
  expect(certificate.issuer).toContain('CN=Demo Issuing CA')
})

test('a reload in each step keeps the input, and asks for the password again', async ({ page, withSession: _ }) => {
  await page.goto('/requests/new')
  await fillRequest(page, 'draft.e2e.example', ['draft.e2e.example', 'second.e2e.example'])
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('second.e2e.example')
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain('a store pass')
  await page.reload()
  await expect(step(page, 'Validity and key store')).toBeVisible()
  await expect(page.getByText('Passwords are not saved. Enter the key store password again.')).toBeVisible()
  await expect(field(page, 'Key store password')).toHaveValue('')
  for (const [name, label, value] of [
    ['Names', 'Names (SAN)', 'draft.e2e.example\nsecond.e2e.example'],
    ['Subject', 'Common name', 'draft.e2e.example'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name }).click()
    await page.reload()
    await expect(step(page, name)).toBeVisible()
    await expect(field(page, label)).toHaveValue(value)
  }
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await expect(step(page, 'Issuer')).toBeVisible()
})

test('validation runs during input: a public authority does not accept internal names', async ({
  page,
  withSession: _,
}) => {
  await page.goto('/requests/new')
  await next(page)
  await field(page, 'Common name').fill('www.example.com')
  await next(page)
  await field(page, 'Names (SAN)').fill('www.example.com\nprinter.lan')
  await expect(page.getByText('Not a public name: printer.lan.')).toBeVisible()
  await nextButton(page).click()
  await expect(step(page, 'Names')).toBeVisible()
  await field(page, 'Names (SAN)').fill('bücher.example.com')
  await page.getByRole('button', { name: 'Convert to A-labels (Punycode)' }).click()
  await expect(field(page, 'Names (SAN)')).toHaveValue('xn--bcher-kva.example.com')
  await next(page)
  await page.getByRole('radio', { name: 'Ed25519' }).check()
  await expect(page.getByText('Ed25519 is not permitted for public web servers.')).toBeVisible()
})

test('by keyboard alone, a request for a public authority is created', async ({ page, withSession: _ }) => {
  const press = (key: string) => page.keyboard.press(key)
  await page.goto('/requests/new')
  await page.getByRole('radio', { name: 'Public CA' }).focus()
  await press('Enter')
  await expect(step(page, 'Subject')).toBeFocused()
  await press('Tab')
  await page.keyboard.type('keyboard.example.com')
  await press('Enter')
  await expect(step(page, 'Names')).toBeFocused()
  await press('Tab')
  await page.keyboard.type('keyboard.example.com')
  await press('Tab')
  await press('Tab')
  await expect(page.getByRole('button', { name: 'Next' })).toBeFocused()
  await press('Enter')
  await expect(step(page, 'Key')).toBeFocused()
  await press('Tab')
  await press('Enter')
  await expect(step(page, 'Validity and key store')).toBeFocused()
  await enterStorePassword(page, 'a store password')
  await press('Enter')
  await expect(step(page, 'Review')).toBeFocused()
  await page.getByRole('button', { name: 'Create request' }).focus()
  await press('Enter')
  await expect(page.getByRole('heading', { name: /^Request \d+ created$/ })).toBeFocused()
  await expect(page.getByText('-----BEGIN CERTIFICATE REQUEST-----')).toBeVisible()
  await page.getByRole('link', { name: 'Open request' }).focus()
  await press('Enter')
  await expect(page.getByText('The requester holds the private key.')).toBeVisible()
  await expectAccessible(page)
})

test.describe('an administrator', () => {
  test.use({ account: 'admin' })

  test('previews an imported request before it is sent, and refuses a key that does not match', async ({
    page,
    product,
    problems,
    withSession: _,
  }) => {
    problems.allow(/status of 403.*importRequest/) // until one has confirmed who one is
    await page.goto('/requests/import')
    await page.getByLabel('Choose a file').setInputFiles(vector('leaf.pem'))
    await expect(page.getByText('leaf.pem contains no signing request (PKCS #10).')).toBeVisible()
    await page.getByLabel('Choose a file').setInputFiles(vector('greedy.csr'))
    await expect(page.getByText('other name 1.3.6.1.4.1.311.20.2.3')).toBeVisible()
    await expectAccessible(page)
    await next(page)
    await page.getByLabel('Choose a private key').setInputFiles(vector('rsa.key'))
    await expect(page.getByText('The key does not match this request.')).toBeVisible()
    await nextButton(page).click()
    await expect(step(page, 'Key')).toBeVisible()
    await page.getByRole('button', { name: 'Continue without the key' }).click()
    await next(page)
    await page.getByRole('button', { name: 'Import request' }).click()
    await confirmIdentity(page, product.password) // it asks to become an authority
    await expect(page.getByText('Server response: CSR greedy.example.com imported')).toBeVisible()

    await page.getByRole('link', { name: 'Sign request' }).click()
    await page.getByRole('radio', { name: 'Demo Issuing CA' }).check()
    await expect(page.getByText(/Names that may be dropped: other name/)).toBeVisible()
    await next(page)
    await next(page)
    await page.getByRole('button', { name: 'Sign request' }).click()
    await expect(page.getByRole('alert').getByText('1 requested name is missing')).toBeVisible()
  })
})

test('the list distinguishes requests with the same name, and shows missing permissions', async ({
  page,
  product,
  browser,
  problems,
  withSession: _,
}) => {
  await page.goto('/requests?search=many-names')
  await expect(page.getByRole('grid', { name: 'Requests' }).getByRole('link')).toHaveCount(1)
  await expectAccessible(page)
  const other = await browser.newPage({ baseURL: product.console })
  await problems.watch(other.context())
  await signIn(other, 'helpdesk', product.password)
  await other.goto('/requests/new')
  await expect(other.getByText('It requires the permission KeyManagement_Write.')).toBeVisible()
  await other.close()
})

test('an administrator deletes an obsolete request by a job', async ({ page, product, problems }) => {
  problems.allow(/status of 403/) // who is there has to be confirmed
  await signIn(page, 'admin', product.password)
  const name = 'deleted.e2e.example'
  await page.goto('/requests')
  await ask(page, createRequest, { CNAME: name, ALG: 'EC' })
  await page.goto(`/requests?search=${name}`)
  const list = page.getByRole('grid', { name: 'Requests' })
  await expect(list.getByRole('link', { name })).toBeVisible()
  await list.getByRole('checkbox').last().click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete requests' })
  await expect(dialog.getByText(/^Not answered yet\. Its stored private key is deleted/)).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Type “delete 1” to confirm' }).fill('delete 1')
  await dialog.getByRole('button', { name: 'Delete 1 request' }).click()
  await confirmIdentity(page, product.password)
  await expect(page.getByRole('heading', { level: 1, name: 'Delete 1 request' })).toBeVisible()
  await expect(page.getByText('The signing request was deleted')).toBeVisible()
  await page.goto(`/requests?search=${name}`)
  await expect(page.getByText('No matching requests')).toBeVisible()
})
