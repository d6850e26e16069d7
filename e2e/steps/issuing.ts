import { X509Certificate } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { getCertificate, listCertificates } from '#contract/keys/certificates.ts'
import { addressOf, csrfHeader } from '#contract/session.ts'

export const nextButton = (page: Page) => page.getByRole('button', { name: 'Next', exact: true })
export const step = (page: Page, name: string) => page.getByRole('heading', { level: 2, name, exact: true })

/** To the next step, once it is shown: a second click on the button of the same step goes no further than the first. */
export async function next(page: Page) {
  const current = page.getByRole('navigation', { name: 'Steps' }).locator('[aria-current=step]')
  const left = (await current.textContent()) ?? ''
  await nextButton(page).click()
  await expect(current).not.toHaveText(left)
}
export const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

export async function enterStorePassword(page: Page, password: string) {
  await field(page, 'Key store password').fill(password)
  await field(page, 'Confirm password').fill(password)
}

/** From the first step of a new request to its review. */
export async function fillRequest(page: Page, commonName: string, names: readonly string[]) {
  await page.getByRole('radio', { name: 'Internal CA' }).check()
  await next(page)
  await field(page, 'Common name').fill(commonName)
  await next(page)
  await field(page, 'Names (SAN)').fill(names.join('\n'))
  await next(page)
  await next(page)
  await enterStorePassword(page, 'a store password')
  await next(page)
  await expect(step(page, 'Review')).toBeVisible()
}

const ask = (page: Page, row: { id: string }, input: object) =>
  page.evaluate(
    async ([address, header, body]) => {
      const response = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json', [header]: '1' },
        body,
      })
      return response.text()
    },
    [addressOf(row), csrfHeader, JSON.stringify(input)] as const,
  )

/** The certificate itself, as Node reads it: a witness that has no part in the console. */
export const certificateOf = async (page: Page, common_name: string, serial_number: string) =>
  new X509Certificate(await ask(page, getCertificate, { common_name, serial_number, fileType: 'CER' }))

export async function inventory(page: Page) {
  const { details } = JSON.parse(await ask(page, listCertificates, {})) as {
    details: { CertID: number; 'Common Name': string; ExpiryDate: string; 'Created By': string }[]
  }
  return details
}
