import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { listCertificates } from '#contract/keys/certificates.ts'
import { createRequest, listRequests } from '#contract/keys/requests.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { ask } from './steps/ask.ts'
import { ourAuthority } from './steps/certificates.ts'
import { enterStorePassword, field, fillRequest, next, step } from './steps/issuing.ts'
import { startOwnProduct } from './steps/own-product.ts'

test.use({ account: 'operator' })

const secret = 'a store password'
const vector = (name: string) => join(import.meta.dirname, '../tests/crypto/vectors/x509', name)
const passwordsAgain = 'Passwords are not saved. Enter the key store password again.'
const ownName = (what: string) => `${what}-${Date.now().toString(36)}.left.e2e.example`
const create = (page: Page) => page.getByRole('button', { name: 'Create request' })

/** Nothing that outlives the page has a password in it. */
async function expectNoSecretKept(page: Page) {
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
  expect(kept).not.toContain('a store pass')
  expect(kept).not.toContain('keypass')
}

/** Once what was typed is kept, the page is loaded anew, and the same step is there. */
async function reloadIn(page: Page, heading: string, kept: string) {
  await expect.poll(() => page.evaluate(() => Object.values(localStorage).join())).toContain(kept)
  await page.reload()
  await expect(step(page, heading)).toBeVisible()
  await expect(page.getByText('A saved draft was restored.')).toBeVisible()
  await expectNoSecretKept(page)
}

const requestsNamed = async (page: Page, name: string) =>
  (await ask(page, listRequests, {})).rows.filter(({ DOMAIN_NAME }) => DOMAIN_NAME === name)

async function signInAgain(page: Page, password: string) {
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(dialog).toBeHidden()
}

test('a new request continues after a reload in each step, and asks for its password again', async ({
  page,
  withSession: _,
}) => {
  const name = ownName('reloaded')
  await page.goto('/requests/new')
  await page.getByRole('radio', { name: 'Internal CA' }).check()
  await reloadIn(page, 'Issuer', '"audience":"private"')
  await expect(page.getByRole('radio', { name: /^Internal CA/ })).toBeChecked()
  await next(page)
  await field(page, 'Common name').fill(name)
  await reloadIn(page, 'Subject', name)
  await expect(field(page, 'Common name')).toHaveValue(name)
  await next(page)
  await field(page, 'Names (SAN)').fill(`${name}\nother.e2e.example`)
  await reloadIn(page, 'Names', 'other.e2e.example')
  await expect(field(page, 'Names (SAN)')).toHaveValue(`${name}\nother.e2e.example`)
  await next(page)
  await page.getByRole('combobox', { name: 'Curve' }).selectOption('P-384')
  await reloadIn(page, 'Key', '"curve":"384"')
  await next(page)
  await enterStorePassword(page, secret)
  await field(page, 'Valid for').fill('77')
  await reloadIn(page, 'Validity and key store', '"validity":"77"')
  await expect(page.getByText(passwordsAgain)).toBeVisible()
  await expect(field(page, 'Key store password')).toHaveValue('')
  await enterStorePassword(page, secret)
  await expect(step(page, 'Validity and key store')).toBeVisible()
  await next(page)
  // In the review the password is gone with the page: one is led to where it is entered, and stays there meanwhile.
  await reloadIn(page, 'Validity and key store', '"validity":"77"')
  await enterStorePassword(page, secret)
  await expect(step(page, 'Validity and key store')).toBeVisible()
  await next(page)
  await create(page).click()
  await expect(page.getByText(`Server response: CSR ${name} saved`)).toBeVisible()
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('new-request/sent'))),
  ).toEqual([])
  expect(await requestsNamed(page, name)).toHaveLength(1)
})

test('signing, importing, issuing and renewing also continue after a reload in each step', async ({
  page,
  withSession: _,
}) => {
  await ourAuthority(page)
  await test.step('signing a request', async () => {
    const CNAME = ownName('to-sign')
    await ask(page, createRequest, { CNAME, ALG: 'EC', LEN: '256' })
    const [request] = await requestsNamed(page, CNAME)
    await page.goto(`/requests/list/${String(request?.CSR_ID)}/sign`)
    await page.getByRole('radio', { name: 'Demo Issuing CA' }).check()
    await reloadIn(page, 'Authority', 'Demo Issuing CA')
    await expect(page.getByRole('radio', { name: 'Demo Issuing CA' })).toBeChecked()
    await next(page)
    await field(page, 'Valid for (days)').fill('23')
    await reloadIn(page, 'Validity', '"days":"23"')
    await expect(field(page, 'Valid for (days)')).toHaveValue('23')
    await next(page)
    await page.reload()
    await expect(step(page, 'Review')).toBeVisible()
    await expect(page.getByText('23 days', { exact: true })).toBeVisible()
  })
  await test.step('importing a request with its key', async () => {
    await page.goto('/requests/import')
    await page.getByLabel('Choose a file').setInputFiles(vector('greedy.csr'))
    await reloadIn(page, 'Request', 'BEGIN CERTIFICATE REQUEST')
    await expect(field(page, 'Request (PEM)')).toHaveValue(/BEGIN CERTIFICATE REQUEST/)
    await next(page)
    await field(page, 'Email').fill('web-team@e2e.example')
    await page.getByLabel('Choose a private key').setInputFiles(vector('rsa.key'))
    await field(page, 'Password').fill('keypass of this')
    await reloadIn(page, 'Key', 'web-team@e2e.example')
    await expect(page.getByText('If you selected a key, select it again.')).toBeVisible()
    await expect(field(page, 'Email')).toHaveValue('web-team@e2e.example')
    await expect(page.getByText('Optional', { exact: true })).toBeVisible()
  })
  await test.step('making a certificate', async () => {
    await page.goto('/certificates/new')
    await next(page)
    await page.getByRole('radio', { name: 'Self-signed' }).check()
    await next(page)
    await field(page, 'Common name').fill('made.left.e2e.example')
    await reloadIn(page, 'Subject', 'made.left.e2e.example')
    await expect(field(page, 'Common name')).toHaveValue('made.left.e2e.example')
    for (const heading of ['Names', 'Key', 'Validity and key store']) {
      await next(page)
      await expect(step(page, heading)).toBeVisible()
    }
    await page.getByRole('button', { name: 'Generate password' }).click()
    await field(page, 'Valid for').fill('33')
    await reloadIn(page, 'Validity and key store', '"validity":"33"')
    await expect(page.getByText(passwordsAgain)).toBeVisible()
    await expect(field(page, 'Key store password')).toHaveValue('')
  })
  await test.step('renewing a certificate', async () => {
    const { rows } = await ask(page, listCertificates, {})
    const id = rows.find((row) => row['Common Name'] === 'shop.example.com')?.CertID
    await page.goto(`/certificates/inventory/${id}/renew`)
    await next(page)
    await next(page)
    await next(page)
    await field(page, 'Names (SAN)').fill('shop.example.com\nrenewed.left.e2e.example')
    await reloadIn(page, 'Names', 'renewed.left.e2e.example')
    await expect(field(page, 'Names (SAN)')).toHaveValue(/renewed\.left/)
    await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Profile' }).click()
    await page.getByRole('button', { name: 'Discard draft' }).click()
  })
})

test('an expired session is renewed over the wizard, and nothing is sent twice', async ({
  page,
  product,
  withSession: _,
  problems,
}) => {
  problems.allow(/status of 401/)
  const name = ownName('signed-out')
  await page.goto('/requests/new')
  await fillRequest(page, name, [name])
  await page.context().clearCookies()
  await create(page).click()
  await signInAgain(page, product.password)
  await expect(page.getByRole('alert')).toContainText('Not sent.')
  await expectAccessible(page)
  await create(page).click()
  await page.getByRole('link', { name: 'Sign request' }).click()

  await page.getByRole('radio', { name: 'Demo Issuing CA' }).check()
  await next(page)
  await field(page, 'Valid for (days)').fill('20')
  await next(page)
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Sign request' }).click()
  await signInAgain(page, product.password)
  await page.getByRole('button', { name: 'Sign request' }).click()
  await expect(page.getByText('The name matches the request')).toBeVisible()
  expect(await requestsNamed(page, name)).toHaveLength(1)
  const { rows } = await ask(page, listCertificates, {})
  expect(rows.filter((row) => row['Common Name'] === name)).toHaveLength(1)
})

test('without a network nothing is lost and nothing is sent twice', async ({ page, withSession: _, problems }) => {
  problems.allow(/ERR_INTERNET_DISCONNECTED/)
  const name = ownName('offline')
  await page.goto('/requests/new')
  await fillRequest(page, name, [name])
  await page.context().setOffline(true)
  await create(page).click()
  await expect(page.getByRole('alert')).toContainText('The console cannot be reached')
  await expect(page.getByRole('alert')).toContainText('Not sent. Check your network')
  await page.context().setOffline(false)
  await create(page).click()
  await expect(page.getByText(`Server response: CSR ${name} saved`)).toBeVisible()
  expect(await requestsNamed(page, name)).toHaveLength(1)
})

test('a form without a response is not sent again before a check, not even after a reload', async ({
  page,
  product,
  withSession: _,
  problems,
}) => {
  problems.allow(/status of 502/)
  const name = ownName('unanswered')
  await page.goto('/requests/new')
  await fillRequest(page, name, [name])
  const fault = { service: 'keys', path: 'createCSR', truncate: true, times: 1 }
  const headers = { 'content-type': 'application/json' }
  await fetch(`${product.lab}/faults`, { method: 'POST', headers, body: JSON.stringify(fault) })
  await create(page).click()
  await expect(page.getByText('The request may have been completed')).toBeVisible()
  await expect(create(page)).toBeDisabled()
  await expectAccessible(page)
  await page.reload()
  await enterStorePassword(page, secret)
  await next(page)
  await expect(create(page)).toBeDisabled()
  await page.getByRole('link', { name: 'the list of requests' }).click()
  const list = page.getByRole('grid', { name: 'Requests' })
  await expect(list.getByRole('link', { name })).toHaveCount(1)
  await page.goBack()
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name: 'Issuer' }).click()
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await expect(step(page, 'Issuer')).toBeVisible()
  expect(await requestsNamed(page, name)).toHaveLength(1)
})

test('the wizard keeps its step while a server restarts', async ({ page, problems }) => {
  problems.allow(/ERR_CONNECTION_REFUSED|status of (401|502|503)|Failed to fetch/)
  await using own = await startOwnProduct()
  const name = ownName('restarted')
  await page.goto(`${own.address}/requests/new`)
  await page.getByRole('textbox', { name: 'User name', exact: true }).fill('admin')
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(own.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await fillRequest(page, name, [name])
  await own.stop()
  await create(page).click()
  await expect(page.getByRole('alert')).toContainText('Not sent. Check your network')
  await own.start()
  await create(page).click()
  await expect(page.getByText(`Server response: CSR ${name} saved`)).toBeVisible()
  expect(await requestsNamed(page, name)).toHaveLength(1)
})
