import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Browser, Page } from '@playwright/test'
import { approveJob } from '#contract/console/approvals.ts'
import { listJobItems, readJob } from '#contract/console/jobs.ts'
import { listDeviceCommands } from '#contract/mdm/devices.ts'
import { addressOf, csrfHeader } from '#contract/session.ts'
import { expect, expectAccessibleInBothSchemes, test as base } from './fixtures.ts'
import { ask } from './steps/ask.ts'
import { auditTable } from './steps/audit.ts'
import { rowsAreHere } from './steps/desktops.ts'
import { deviceTable, searchField } from './steps/devices.ts'
import { goTo, pressOn, tabTo } from './steps/keyboard.ts'
import { beginSession, confirmIdentity, openSignedIn, signInWithCode } from './steps/sign-in.ts'

/** Devices of these specs alone: what is done to them stays. */
const [portugal, poland] = ['Álvaro', 'Agnieszka']
const why = 'Stolen from the warehouse'

/** The newest mail comes first. */
const codeIn = ([newest]: { text: string }[]) => /\b\d{6}\b/.exec(newest?.text ?? '')?.[0] ?? ''

/** An administrator in a browser of their own. */
type Opened = { account: string; page: Page }
const test = base.extend<{ ceilingOfOne: void; openFor: (account: string) => Promise<Opened> }>({
  openFor: async ({ browser, product, lab, problems }, use) => {
    const opened: Awaited<ReturnType<Browser['newContext']>>[] = []
    const setRole = async (name: string, role: string) => {
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify({ name, role })
      expect((await fetch(`${product.lab}/accounts`, { method: 'POST', headers, body })).status).toBe(200)
    }
    await setRole('operator', 'administrator')
    await use(async (account) => {
      const context = await browser.newContext({ baseURL: product.console })
      opened.push(context)
      await problems.watch(context)
      const page = await context.newPage()
      if (account !== 'otp-admin') await openSignedIn(page, account, product.password)
      else {
        await signInWithCode(page, account, product.password, async () => codeIn(await lab.mailbox()))
      }
      return { account, page }
    })
    for (const context of opened) await context.close()
    await setRole('operator', 'operator')
  },
  /** More than one device in an hour needs a second person; afterwards it is as for a new site. */
  ceilingOfOne: async ({ page, product, running, problems }, use) => {
    problems.allow(/status of 40[39]/) // the server asks first who is there, and refuses what may not be
    await beginSession(page, 'admin', product.password)
    await page.goto('/settings/approvals')
    await page.getByRole('button', { name: 'Edit Wipe devices' }).click()
    const dialog = page.getByRole('dialog', { name: 'Wipe devices' })
    await dialog.getByRole('textbox', { name: 'Number of devices' }).fill('1')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await confirmIdentity(page, product.password)
    await expect(page.getByRole('row', { name: /^Wipe devices/ })).toContainText('above 1 device in an hour')
    await use()
    const database = new DatabaseSync(join(running.folder, 'triptych.db'), { timeout: 20_000 })
    database.exec('delete from console_approval_rule; delete from console_guarded_use')
    database.close()
  },
})

/** In the words of the asker: select, choose, say why, confirm by number. It is then held, and its page is open. */
async function askToWipe(page: Page, search: string, password: string) {
  await page.goto(`/devices?${new URLSearchParams({ search })}`)
  await rowsAreHere(page)
  await deviceTable(page).getByRole('checkbox').first().click()
  await page.getByRole('button', { name: 'Send a command' }).click()
  await page.getByRole('combobox', { name: 'Command' }).selectOption('Complete wipe')
  const notice = page.getByText(/Nothing is sent until somebody else approves it/)
  await expect(notice).toBeVisible()
  const send = page.getByRole('button', { name: /^Send “Complete wipe” to \d+ devices$/ })
  const count = Number(/\d+/.exec(await send.innerText())?.[0])
  await page.getByRole('textbox', { name: 'Reason' }).fill(why)
  await send.click()
  const dialog = page.getByRole('dialog', { name: `Complete wipe: ${count} devices?` })
  await dialog.getByRole('textbox').fill(`wipe ${count}`)
  await dialog.getByRole('button', { name: 'Complete wipe' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
  const held = page.getByRole('region', { name: 'Waiting for approval by a second person' })
  await expect(confirm.or(held)).toBeVisible()
  if (await confirm.isVisible()) await confirmIdentity(page, password)
  await expect(held).toBeVisible()
  const job = Number(new URL(page.url()).pathname.split('/').at(-1))
  const { rows } = await ask(page, listJobItems, { job, outcome: 'waiting', page: 0, limit: 200 })
  expect(rows).toHaveLength(count)
  // Some were wiped in their past.
  const devices = rows.map(({ subject }) => subject)
  const before = await wipesOf(page, devices)
  const sent = async () => (await wipesOf(page, devices)).map((wipes, at) => wipes - (before[at] ?? 0))
  return { job, count, sent }
}

/** By the history of each device. */
const wipesOf = (page: Page, devices: readonly string[]) =>
  Promise.all(
    devices.map(async (device_id) => {
      const { rows } = await ask(page, listDeviceCommands, { device_id, limit: 100 })
      return rows.filter(({ command_name }) => command_name === 'complete_wipe').length
    }),
  )

/** What a page could do without its buttons. */
const approveByFetch = (page: Page, job: number, by: string) =>
  page.evaluate(
    async ([address, header, body]) => {
      const headers = { 'content-type': 'application/json', [header]: '1' }
      const answer = await fetch(address, { method: 'POST', headers, body })
      return { status: answer.status, text: await answer.text() }
    },
    [addressOf(approveJob), csrfHeader, JSON.stringify({ job, by })] as const,
  )

test('wipes above the ceiling wait for somebody else, and two who approve at once send them once', async ({
  page,
  product,
  lab,
  openFor,
  ceilingOfOne: _,
}) => {
  const { job, count, sent } = await askToWipe(page, portugal, product.password)

  await test.step('the asker can neither approve nor refuse it, by page or by fetch', async () => {
    await expect(page.getByRole('button', { name: 'Cancel', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: /Approve|Refuse/ })).toHaveCount(0)
    await page.goto('/jobs/approvals')
    const row = page.getByRole('table', { name: 'Approvals' }).getByRole('row', { name: why })
    await expect(row.getByRole('button', { name: `Cancel job ${job}` })).toBeVisible()
    await expect(page.getByRole('button', { name: /Approve|Refuse/ })).toHaveCount(0)
    const { status, text } = await approveByFetch(page, job, 'admin')
    expect(status, text).toBe(403)
    expect(text).toContain('You requested this yourself')
    expect(await sent()).toEqual(Array<number>(count).fill(0))
  })

  const approvers = [await openFor('operator'), await openFor('otp-admin')]
  for (const { page, account } of approvers) {
    await page.goto('/jobs/approvals')
    const row = page.getByRole('table', { name: 'Approvals' }).getByRole('row', { name: why })
    await expect(row).toContainText(`${count} devices`)
    await expect(row).toContainText('admin')
    await expectAccessibleInBothSchemes(page)
    await row.getByRole('button', { name: `Approve job ${job}` }).click()
    const dialog = page.getByRole('dialog', { name: `Wipe devices: ${count} devices?` })
    await expect(dialog.getByText(`admin requested this: “${why}”`)).toBeVisible()
    await dialog.getByRole('button', { name: 'Approve', exact: true }).click()
    const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
    await confirm.getByRole('textbox', { name: 'Password', exact: true }).fill(product.password)
    if (account !== 'otp-admin') continue
    await page.keyboard.press('Enter')
    const code = confirm.getByRole('textbox', { name: 'One-time code' })
    await expect(code).toBeFocused()
    await code.fill(codeIn(await lab.mailbox()))
  }
  await Promise.all(approvers.map(({ page }) => page.keyboard.press('Enter')))

  await test.step('one has approved it, and the other is told that it is decided', async () => {
    await expect.poll(async () => (await ask(page, readJob, { job })).approval?.decision).toBe('approved')
    const decided = await ask(page, readJob, { job })
    const late = approvers.find(({ account }) => account !== decided.approval?.by)
    const first = approvers.find(({ account }) => account === decided.approval?.by)
    expect(first, `approved by ${decided.approval?.by}`).toBeDefined()
    await expect(late?.page.getByRole('alert') ?? page.getByRole('alert')).toContainText(
      'This job was already approved or refused',
    )
    await expect(first?.page.getByText('No pending approvals') ?? page.getByRole('alert')).toBeVisible()
    await expect
      .poll(async () => Object.entries((await ask(page, readJob, { job })).counts).filter(([, count]) => count > 0), {
        timeout: 60_000,
      })
      .not.toContainEqual(['waiting', expect.anything()])
    await expect.poll(sent).toEqual(Array<number>(count).fill(1))
    await page.goto(`/jobs/${job}`)
    await expect(page.getByText(`Approved by ${decided.approval?.by}`)).toBeVisible()
    await expectAccessibleInBothSchemes(page)
  })

  await test.step('the audit has both names', async () => {
    await page.goto('/audit')
    await searchField(page).fill(`job: ${job}`)
    const approved = auditTable(page).getByRole('row').filter({ hasText: approveJob.id }).filter({ hasText: 'Done' })
    await expect(approved).toHaveCount(1)
    await expect(approved).toContainText('by: admin')
  })
  expect(await sent(), 'also later').toEqual(Array<number>(count).fill(1))
})

test('by keyboard alone, one device of a request is approved, and a request is refused with a note', async ({
  page,
  product,
  openFor,
  ceilingOfOne: _,
}) => {
  const { job, sent } = await askToWipe(page, poland, product.password)
  const { page: second } = await openFor('operator')
  const confirm = second.getByRole('dialog', { name: 'Confirm that it is you' })

  await test.step('a note tells the asker why it is refused', async () => {
    await goTo(second, 'Jobs: Approvals', 'Approvals')
    await pressOn(second, second.getByRole('button', { name: `Refuse job ${job}` }))
    const dialog = second.getByRole('dialog', { name: 'Refuse “Wipe devices” of admin?' })
    await expect(dialog.getByRole('textbox')).toBeFocused()
    await second.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(second.getByRole('button', { name: `Refuse job ${job}` })).toBeFocused()
    await second.keyboard.press('Enter')
    await second.keyboard.type('Ask its owner first') // no key is lost while the dialog opens
    await expect(dialog.getByRole('textbox')).toHaveValue('Ask its owner first')
    await pressOn(second, dialog.getByRole('button', { name: 'Refuse', exact: true }))
    await expect(confirm.getByRole('textbox', { name: 'Password', exact: true })).toBeFocused()
    await second.keyboard.type(product.password)
    await second.keyboard.press('Enter')
    await expect(second.getByText('No pending approvals')).toBeVisible()
    await page.reload()
    await expect(page.getByText(/^Refused by operator.*: Ask its owner first$/)).toBeVisible()
    expect(new Set(await sent())).toEqual(new Set([0]))
  })

  await test.step('of another request, one device is approved, and the others are skipped', async () => {
    const again = await askToWipe(page, poland, product.password)
    await second.goto(`/jobs/${again.job}`)
    await expect(second.getByRole('searchbox', { name: 'Search' })).toBeVisible()
    await second.keyboard.press('/')
    const rows = second.getByRole('table', { name: 'Devices' }).getByRole('row')
    for (const state of ['Skipped', 'Waiting']) {
      await tabTo(second, rows.filter({ hasText: state }).first().getByRole('checkbox'))
      await second.keyboard.press('Space')
    }
    await pressOn(second, second.getByRole('button', { name: 'Approve selected' }), 'Shift+Tab')
    const dialog = second.getByRole('dialog', { name: 'Wipe devices: 1 device?' })
    await expect(dialog).toContainText(`Skipped: ${again.count - 1} device`)
    await expectAccessibleInBothSchemes(second)
    await pressOn(second, dialog.getByRole('button', { name: 'Approve', exact: true }))
    await expect(second.getByText(/^Partly approved by operator/)).toBeVisible()
    await expect.poll(async () => (await again.sent()).filter((wipes) => wipes > 0)).toEqual([1])
  })
})
