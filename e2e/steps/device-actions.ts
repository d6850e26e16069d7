import { expect, type Page } from '@playwright/test'
import { searchField } from './devices.ts'

type Lab = { lab: string }

/** The one device with this text in its record; afterwards its page is open, and its id is known. */
export async function openOnly(page: Page, text: string): Promise<string> {
  await page.goto('/devices')
  await searchField(page).fill(text)
  await searchField(page).press('Enter')
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible()
  return decodeURIComponent(new URL(page.url()).pathname.split('/')[2] ?? '')
}

/** What the simulated device does from now on; null is by itself again. */
export async function deviceIs({ lab }: Lab, id: string, connection: 'online' | 'offline' | null) {
  const body = JSON.stringify({ connection })
  const headers = { 'content-type': 'application/json' }
  expect((await fetch(`${lab}/devices/${id}`, { method: 'POST', headers, body })).status).toBe(200)
}

/** The simulated world goes faster, until the work is done. */
export const whileWorldIsFast = (lab: Lab, work: () => Promise<void>) => whileWorldIs(20, lab, work)
/** No simulated device enrolls or is removed, until the work is done. */
export const whileWorldIsPaused = (lab: Lab, work: () => Promise<void>) => whileWorldIs('paused', lab, work)

async function whileWorldIs(speed: number | 'paused', { lab }: Lab, work: () => Promise<void>) {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ speed })
  expect((await fetch(`${lab}/world`, { method: 'POST', headers, body })).status).toBe(200)
  try {
    await work()
  } finally {
    await fetch(`${lab}/world`, { method: 'DELETE' })
  }
}

export const actionDialog = (page: Page) => page.getByRole('dialog')

export async function chooseAction(page: Page, name: string) {
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('region', { name: 'Actions' }).getByRole('button', { name, exact: true }).click()
  await expect(actionDialog(page)).toBeVisible()
}

const maxTries = 3

/** Sends, follows to the end and closes. One in thirty commands fails on its device, as in life: it is sent again. */
export async function untilDone(page: Page, send: () => Promise<void>, close = () => closeDialog(page)) {
  for (let tries = 0; tries < maxTries; tries++) {
    await send()
    const ended = actionDialog(page)
      .getByText(/^(Success|Failed)$/)
      .first()
    await expect(ended).toBeVisible({ timeout: 120_000 })
    const isDone = (await ended.innerText()) === 'Success'
    await close()
    if (isDone) return
  }
  throw new Error(`It failed on the device ${maxTries} times`)
}

export async function closeDialog(page: Page) {
  await actionDialog(page).getByText('Close', { exact: true }).click()
  await expect(actionDialog(page)).toBeHidden()
}
