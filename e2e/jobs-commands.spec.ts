import type { Page } from '@playwright/test'
import { wipeDevice } from '#contract/mdm/commands.ts'
import { listDeviceCommands } from '#contract/mdm/devices.ts'
import { expect, expectAccessible, test } from './fixtures.ts'
import { ask } from './steps/ask.ts'
import { auditTable } from './steps/audit.ts'
import { actionDialog, deviceIs, untilDone, whileWorldIsFast } from './steps/device-actions.ts'
import { deviceTable } from './steps/devices.ts'
import {
  chooseRow,
  found,
  goTo,
  lookUp,
  openTabByKeys,
  pressOn,
  searchFor,
  tabTo,
  tabToFirstRow,
} from './steps/keyboard.ts'

test.use({ account: 'admin' })

/** Devices of these specs alone: what is done to them stays. */
const locked = { serial: 'B9Z2234W5', name: 'Ásdís Zoëga – Birch One 9 Pro' }
const lost = { serial: 'BLV222SCD', name: 'Gráinne McDonagh – Birch Lite 5' }

const idIn = (page: Page) => decodeURIComponent(new URL(page.url()).pathname.split('/')[2] ?? '')
const newestIn = (page: Page) =>
  page.getByRole('table', { name: 'Command history' }).getByRole('row').nth(1).getByRole('link')

const chooseByKeys = async (page: Page, action: string) => {
  await pressOn(page, page.getByRole('button', { name: 'Actions', exact: true }))
  await pressOn(page, page.getByRole('region', { name: 'Actions' }).getByRole('button', { name: action, exact: true }))
  await expect(actionDialog(page)).toBeVisible()
}
const leaveDialog = async (page: Page) => {
  await page.keyboard.press('Escape')
  await expect(actionDialog(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Actions', exact: true })).toBeFocused()
}

test('by keyboard alone, a phone is locked, and the history says when it happened', async ({
  page,
  product,
  signedIn: _,
}) => {
  await goTo(page, locked.serial, locked.name)
  const id = idIn(page)
  await deviceIs(product, id, 'online')
  const lock = async () => {
    await chooseByKeys(page, 'Lock')
    await tabTo(page, page.getByLabel('Lock message'), 'Shift+Tab')
    await page.keyboard.type('Please call 555 0100')
    await page.keyboard.press('Enter')
    await expect(actionDialog(page).getByText('Accepted by the server')).toBeVisible()
  }
  await whileWorldIsFast(product, () => untilDone(page, lock, () => leaveDialog(page)))
  await openTabByKeys(page, 'Overview', 'Command history')
  await pressOn(page, newestIn(page))
  const entry = page.getByRole('region', { name: /^Lock, \d+ \w+ \d{4}, \d\d:\d\d:\d\d UTC/ })
  await expect(entry.getByRole('heading', { level: 2 })).toBeFocused()
  await expect(entry.getByRole('listitem')).toHaveText([/^Initiated/, /^In progress/, /^Success/])
  await expectAccessible(page)
  await pressOn(page, entry.getByRole('link', { name: 'Close' }))
  await expect(newestIn(page)).toBeFocused()

  const { rows } = await ask(page, listDeviceCommands, { device_id: id, limit: 1 })
  expect(rows[0]).toMatchObject({ command_name: 'lock', command_status: 2 })
  await deviceIs(product, id, null)
})

test('by keyboard alone, a lost phone is wiped, and the audit later proves by whom, when, and that it succeeded', async ({
  page,
  product,
  problems,
  signedIn: _,
}) => {
  problems.allow(/status of 403/) // the server asks first who is there
  await goTo(page, lost.serial, lost.name)
  await expect(page.getByText('This device is in lost mode.')).toBeVisible()
  const id = idIn(page)
  await deviceIs(product, id, 'online')
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
  let isKnown = false
  const wipe = async () => {
    await chooseByKeys(page, 'Complete wipe')
    await tabTo(page, page.getByLabel(`Type “${lost.name}” to confirm`), 'Shift+Tab')
    await page.keyboard.type(lost.name)
    await tabTo(page, page.getByRole('textbox', { name: 'Reason' }), 'Shift+Tab')
    await page.keyboard.type('Left in a taxi')
    await page.keyboard.press('Enter')
    if (!isKnown) {
      await expect(confirm.getByRole('textbox', { name: 'Password', exact: true })).toBeFocused()
      await page.keyboard.type(product.password)
      await page.keyboard.press('Enter')
      await expect(confirm).toBeHidden()
      isKnown = true
    }
    await expect(actionDialog(page).getByText('Accepted by the server')).toBeVisible()
  }
  await whileWorldIsFast(product, () => untilDone(page, wipe, () => leaveDialog(page)))
  await expect(page.getByText('This device is no longer managed.')).toBeVisible()
  await deviceIs(product, id, null)

  await test.step('later it is still found, and its history says so', async () => {
    await page.goto('/overview')
    await lookUp(page, lost.serial)
    await expect(found(page).first()).toContainText('removed')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: lost.name })).toBeFocused()
    await openTabByKeys(page, 'Overview', 'Command history')
    await pressOn(page, newestIn(page))
    const entry = page.getByRole('region', { name: /^Complete wipe, \d+ \w+ \d{4}/ })
    await expect(entry).toContainText('The device was erased')
    await expect(entry.getByRole('definition').filter({ hasText: /^admin$/ })).toBeVisible()
    const { rows } = await ask(page, listDeviceCommands, { device_id: id, limit: 1 })
    expect(rows[0]).toMatchObject({ command_name: 'complete_wipe', command_status: 2 })
  })

  await test.step('and so does the audit, which nobody can change unseen', async () => {
    await goTo(page, 'audit', 'Audit')
    await searchFor(page, id)
    const entries = auditTable(page).getByRole('row').filter({ hasText: wipeDevice.id })
    await expect(entries.filter({ hasText: 'Done' }).first()).toContainText('admin')
    await expect(entries.filter({ hasText: 'Done' }).first()).toContainText('Left in a taxi')
    await expect(entries.filter({ hasText: 'Refused' }), 'before it was known who was there').toHaveCount(1)
  })
})

test('by keyboard alone, two devices are scanned together, and the result of each is followed', async ({
  page,
  product,
  signedIn: _,
}) => {
  await searchFor(page, 'Björk Nordal')
  const rows = deviceTable(page).getByRole('row').filter({ hasText: 'Björk Nordal' })
  await expect(deviceTable(page).getByRole('row')).toHaveCount(3)
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "Devices" [level=1]
    - link "Security check"
    - tablist "Mobile device management":
      - tab "Devices" [selected]
      - tab "Groups"
    - tabpanel "Devices":
      - search:
        - searchbox "Search": Björk Nordal
        - combobox "Platform"
        - combobox "Status"
        - combobox "Ownership"
        - combobox "Removed devices"
        - button "Clear filters"
      - button "Views"
      - button "Columns"
      - button "Export CSV"
      - group "Devices":
        - grid "Devices":
          - caption: Devices
          - rowgroup:
            - row:
              - columnheader "Select all on this page"
              - columnheader "Name":
                - button "Name"
          - rowgroup:
            - row:
              - gridcell:
                - checkbox "Select Björk Nordal – Birch One 8"
              - gridcell:
                - link "Björk Nordal – Birch One 8"
      - navigation "Pages"
  `)
  await tabToFirstRow(page, deviceTable(page))
  for (const row of await rows.all()) await chooseRow(page, row)
  await pressOn(page, page.getByRole('button', { name: 'Send a command' }), 'Shift+Tab')
  await expect(page.getByRole('heading', { level: 1, name: 'Send to many devices' })).toBeFocused()
  await tabTo(page, page.getByRole('combobox', { name: 'Command' }))
  await page.keyboard.type('Scan')
  const send = page.getByRole('button', { name: /^Send “Scan” to \d devices?$/ })
  await tabTo(page, send)
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "Send to many devices" [level=1]
    - region "2 devices, selected in Devices":
      - heading "2 devices, selected in Devices" [level=2]
      - combobox "Command"
      - form "Scan":
        - button /Send “Scan” to \\d devices?/
    - group "Show":
      - radio "All" [checked]
      - radio "Eligible"
      - radio "Unknown"
      - radio "Not eligible"
    - group "Devices":
      - table "Devices":
        - rowgroup:
          - row "Device User Platform Eligible"
        - rowgroup:
          - row /Björk Nordal – Birch One 8/
  `)
  await whileWorldIsFast(product, async () => {
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: /^Scan to \d devices?/ })).toBeFocused()
    await expect(page.getByRole('status').getByText(/^\d devices?: .*(accepted|completed)/)).toBeVisible()
  })
  await page.reload()
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading /Scan to \\d devices?/ [level=1]
    - region /Job \\d+/:
      - heading /Job \\d+/ [level=2]
      - progressbar "Sent"
      - status: /devices?/
      - link "Show in the audit"
    - group "Show":
      - radio "All" [checked]
    - group "Devices":
      - table "Devices":
        - rowgroup:
          - row /Name/
        - rowgroup:
          - row /Björk Nordal – Birch One 8/
  `)
  await pressOn(
    page,
    page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Jobs' }),
    'Shift+Tab',
  )
  await expect(
    page
      .getByRole('table', { name: 'Jobs' })
      .getByRole('link', { name: /^Scan to \d devices?/ })
      .first(),
  ).toBeVisible()
})
