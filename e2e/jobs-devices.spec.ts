import { readFile } from 'node:fs/promises'
import { cellsOfCsv } from '../tests/support/cells-of-csv.ts'
import { expect, test } from './fixtures.ts'
import { deviceTable, securityCheckOf } from './steps/devices.ts'
import {
  arrowTo,
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

/** Read only. */
const caller = { serial: 'B9222222M', name: 'Amara Okafor – Birch One 9 Pro' }
const [grace, grainne] = ['BLT2222KD', 'B8R2225CM']

test.describe('the help desk, by keyboard alone', () => {
  test('finds the caller’s phone by half a serial number, and explains why its camera does not work', async ({
    page,
    signedIn: _,
  }) => {
    await lookUp(page, '9222222')
    await expect(found(page).first()).toContainText(caller.serial)
    await expect(page.getByRole('dialog', { name: 'Look up' })).toMatchAriaSnapshot(`
      - dialog "Look up":
        - combobox "Look up" [expanded]: "9222222"
        - 'listbox "Look up: results"':
          - group "Devices":
            - option /${caller.name} ${caller.serial}/ [selected]
        - status: 1 found
    `)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: caller.name })).toBeFocused()
    await openTabByKeys(page, 'Overview', 'Restrictions')
    await searchFor(page, 'camera')
    const camera = page.getByRole('row').filter({ has: page.getByText('camera', { exact: true }) })
    await expect(camera).toContainText('Sources differ')
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
      - navigation "Breadcrumb":
        - list:
          - listitem:
            - link "Devices"
          - listitem: ${caller.name}
      - heading "${caller.name}" [level=1]
      - button "Copy summary"
      - button "Actions"
      - region "Device summary":
        - term: Status
        - definition: Lost mode Enrolled
        - term: Last contact
        - definition
        - term: User
        - definition:
          - link "Amara Okafor"
          - link "All devices for this user"
        - term: Platform
        - definition: /Platform B/
        - term: Model
        - definition: Birch One 9 Pro
        - term: Serial number
        - definition:
          - code: ${caller.serial}
          - button "Copy Serial number"
      - tablist "Device":
        - tab "Overview"
        - tab "Restrictions" [selected]
      - tabpanel "Restrictions":
        - searchbox "Search": camera
        - group "Show":
          - radio "All" [checked]
          - radio "Allowed"
          - radio "Restricted"
        - group "Restrictions":
          - table "Restrictions"
    `)
    await page.reload()
    await expect(camera).toContainText('Meaning not defined')
  })

  test('finds every device without encryption, and exports the list', async ({ page, signedIn: _ }) => {
    await searchFor(page, 'kvaran')
    await pressOn(page, await securityCheckOf(page, 'kvaran'), 'Shift+Tab')
    await expect(page.getByRole('heading', { level: 1, name: 'Security check' })).toBeFocused()
    await pressOn(page, page.getByRole('button', { name: 'Start check' }))
    await expect(page.getByText(/^Ended: Security check of/)).toBeVisible({ timeout: 120_000 })
    const findings = page.getByRole('group', { name: 'Finding' })
    await tabTo(page, findings.getByRole('radio', { name: 'Any' }))
    await arrowTo(page, findings.getByRole('radio', { name: 'Encryption off' }))
    const downloading = page.waitForEvent('download')
    await pressOn(page, page.getByRole('button', { name: 'Export CSV' }))
    const [head = [], ...rows] = cellsOfCsv((await readFile(await (await downloading).path(), 'utf8')).slice(1))
    expect(rows.length).toBeGreaterThan(0)
    await expect(page.getByRole('table', { name: 'Security check' }).getByRole('row')).toHaveCount(rows.length + 1)
    const found = rows.map((row) => row[head.indexOf('Findings')] ?? '')
    expect(found.filter((text) => !text.startsWith('Encryption off'))).toEqual([])
  })

  test('compares two phones selected in the list', async ({ page, signedIn: _ }) => {
    for (const serial of [grace, grainne]) {
      await searchFor(page, serial)
      const row = deviceTable(page).getByRole('row').filter({ hasText: serial })
      await expect(row).toBeVisible() // until then, the only row is that of the search before
      await expect(deviceTable(page).getByRole('row')).toHaveCount(2)
      await tabToFirstRow(page, deviceTable(page))
      await chooseRow(page, row)
    }
    await pressOn(page, page.getByRole('button', { name: 'Compare', exact: true }), 'Shift+Tab')
    await expect(page.getByRole('heading', { level: 1, name: 'Compare devices' })).toBeFocused()
    await tabTo(page, page.getByRole('radio', { name: 'All', exact: true }))
    await arrowTo(page, page.getByRole('radio', { name: 'Differences', exact: true }))
    await expect(page.getByRole('table', { name: 'Compare devices' }).getByRole('row')).toHaveCount(4)
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
      - heading "Compare devices" [level=1]
      - region "First device":
        - heading "First device" [level=2]
        - link /Grace Washington/
        - paragraph: /${grace}/
        - 'button "Change: First device"'
      - region "Second device":
        - heading "Second device" [level=2]
        - link /Gráinne Fitzgerald/
        - paragraph: /${grainne}/
        - 'button "Change: Second device"'
    `)
    await pressOn(page, page.getByRole('button', { name: 'Change: First device' }), 'Shift+Tab')
    await expect(page.getByRole('searchbox', { name: 'Search: First device' })).toBeFocused()
  })

  test('sees all devices of one person', async ({ page, signedIn: _ }) => {
    await goTo(page, 'amara.adeyemi@harbourvale.example', 'Amara Adeyemi')
    await expect(page.getByRole('table', { name: 'Certificates' })).toContainText('Wi-Fi identity')
    await expect(page.getByRole('main')).toMatchAriaSnapshot(`
      - navigation "Breadcrumb":
        - list:
          - listitem: Amara Adeyemi
      - heading "Amara Adeyemi" [level=1]
      - button "Copy summary"
      - paragraph: amara.adeyemi@harbourvale.example
      - tablist "Person":
        - tab "Overview" [selected]
        - tab "Activity"
      - tabpanel "Overview":
        - heading "Devices" [level=2]
        - group "Devices":
          - table "Devices":
            - rowgroup:
              - row "Name Type Serial number State Last contact"
            - rowgroup:
              - row /Amara Adeyemi – Alder Tab 11 .* ATM222CJX Enrolled/
        - heading "Desktops" [level=2]
        - group "Desktops":
          - table "Desktops":
            - rowgroup:
              - row "Name Type IP address State Last contact"
            - rowgroup:
              - row /TLV-LT-00336/
        - heading "Certificates" [level=2]
        - group "Certificates":
          - table "Certificates"
    `)
    await pressOn(page, page.getByRole('link', { name: 'TLV-LT-00336' }))
    await expect(page.getByRole('heading', { level: 1, name: 'TLV-LT-00336' })).toBeFocused()
  })
})
