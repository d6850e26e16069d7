import type { Page } from '@playwright/test'
import { listPreferences } from '#contract/console/preferences.ts'
import { addressOf } from '#contract/session.ts'
import { paths } from '#paths.ts'
import type { Fault } from '../src/services/lab/faults.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { letFail, letWork } from './steps/faults.ts'

test.use({ account: 'admin' })
test.afterEach(({ product }) => letWork(product.lab))

const services = (page: Page) => page.getByRole('list', { name: 'Services' }).getByRole('listitem')

const faults: [string, Omit<Fault, 'service'>][] = [
  ['an error', { code: 'COM0004' }],
  ['HTML instead of JSON', { garbage: true }],
  ['half an answer', { truncate: true }],
  ['no answer at all', { drop: true }],
  ['a connection that stays silent', { half_open: true }],
]

for (const [name, fault] of faults) {
  test(`after ${name}, a list reloads automatically`, async ({ page, product, withSession: _, problems }) => {
    problems.allow(/status of 50\d/)
    await letFail(product.lab, { service: 'mdm', ...fault })
    await page.goto('/devices')
    await expect(page.getByRole('alert')).toBeVisible({ timeout: 30_000 })
    if (fault.truncate) await expect(page.getByRole('alert')).toContainText('The server response is incomplete')
    await letWork(product.lab)
    await expect(page.getByRole('link', { name: 'Amara Okafor' }).first()).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
}

test('the overview shows unknown instead of healthy, states the reason once, and recovers automatically', async ({
  page,
  product,
  withSession: _,
  problems,
}) => {
  problems.allow(/status of 50\d/)
  await letFail(product.lab, { service: 'mdm', code: 'COM0004' })
  await page.goto('/overview')
  await expect(services(page).filter({ hasText: 'Devices' })).toContainText('Unknown: Internal server error, try again')
  await expect(services(page).filter({ hasText: 'Devices' })).not.toContainText('Healthy')
  await expect(page.getByRole('alert')).toHaveCount(1)
  await expect(page.getByRole('alert')).toContainText('Unknown: silent devices')
  await expectAccessible(page)
  await letWork(product.lab)
  await expect(services(page)).toHaveText([/Desktops.*Healthy/, /Devices.*Healthy.*enrolled/, /Certificates.*Healthy/])
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a person’s devices are marked incomplete while a server is unavailable, and load automatically', async ({
  page,
  product,
  withSession: _,
  problems,
}) => {
  problems.allow(/status of 50\d/)
  await letFail(product.lab, { service: 'mdm', drop: true })
  await page.goto(paths.person('amara.adeyemi@harbourvale.example'))
  await expect(page.getByRole('alert')).toHaveCount(1)
  await expect(page.getByRole('alert')).toContainText('Not read: people, devices')
  await expect(page.getByText('The devices could not be read')).toBeVisible()
  await expect(page.getByText('No devices found')).toHaveCount(0)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Look up' }).click()
  const lookup = page.getByRole('dialog', { name: 'Look up' })
  await expect(lookup.getByRole('combobox', { name: 'Look up' })).toBeFocused()
  await page.keyboard.insertText('ATM222CJX')
  await expect(lookup.getByRole('alert')).toContainText('Not searched: Devices, People')
  await expect(lookup.getByText('No results for “ATM222CJX” in the sources that could be searched.')).toBeVisible()
  await expect(lookup.getByText('No results for “ATM222CJX”.')).toHaveCount(0)
  await expectAccessible(page)

  await letWork(product.lab)
  await expect(lookup.getByRole('option').first()).toContainText('ATM222CJX')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('table', { name: 'Devices' })).toContainText('ATM222CJX')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('being offline is reported once, until the network is back', async ({
  page,
  context,
  withSession: _,
  problems,
}) => {
  problems.allow(/ERR_INTERNET_DISCONNECTED/)
  // Asked by what comes behind the first page, and with it what is said in place of a part that is missing.
  const isComplete = page.waitForResponse((answer) => answer.url().endsWith(addressOf(listPreferences)))
  await page.goto('/overview')
  await expect(services(page)).toHaveText([/Healthy/, /Healthy/, /Healthy/])
  await page.getByRole('link', { name: 'Devices', exact: true }).first().click()
  await expect(page.getByRole('link', { name: 'Amara Okafor' }).first()).toBeVisible()
  await isComplete
  await context.setOffline(true)
  await expect(page.getByText('Offline: this browser has no network.')).toBeVisible()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page.getByText('Not loaded, for the reason stated on this page')).toBeVisible()
  await expect(page.getByText(/^These rows are from page 1/)).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('1–')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByText(/Offline/)).toHaveCount(1)
  await expectAccessible(page)
  // What is loaded only when somebody wants it takes nothing away that is shown.
  await page.getByRole('button', { name: 'Look up' }).click()
  const lookup = page.getByRole('dialog', { name: 'Look up' })
  await expect(lookup.getByRole('alert')).toContainText('Part of this page could not be loaded')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+?')
  await expect(page.getByRole('dialog', { name: 'Not loaded' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText(/^These rows are from page 1/)).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(/Offline/)).toHaveCount(0)
  await expect(page.getByText('Not loaded, for the reason stated on this page')).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Pages' })).toContainText('51–')
})
