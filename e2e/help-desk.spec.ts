import { expect, test } from './fixtures.ts'
import { deviceTable, openTab, searchField } from './steps/devices.ts'
import { picture } from './steps/picture.ts'

test('after a call about a lost phone, the help desk signs in with a code, finds it, and sees the available actions', async ({
  page,
  product,
  lab,
}) => {
  await test.step('sign in with password and one-time code', async () => {
    await page.goto('/devices')
    await page.getByRole('textbox', { name: 'User name', exact: true }).fill('otp-admin')
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(product.password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    const field = page.getByRole('textbox', { name: 'One-time code' })
    await expect(field).toBeVisible()
    const [mail] = await lab.mailbox()
    await field.fill(/\b\d{6,8}\b/.exec(mail?.text ?? '')?.[0] ?? '')
    await page.getByRole('button', { name: 'Verify', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Devices' })).toBeVisible()
  })

  await test.step('find the phone by the name of its user, then by part of its serial number', async () => {
    await searchField(page).fill('amara okafor')
    const row = deviceTable(page).getByRole('row', { name: 'B9222222M' })
    await expect(row).toContainText('Lost mode')
    await searchField(page).fill('9222222')
    await expect(deviceTable(page).getByRole('row')).toHaveCount(2)
    await searchField(page).press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Amara Okafor')
    await expect(page.getByText('This device is in lost mode.')).toBeVisible()
  })

  await test.step('look up a field that the caller asks about', async () => {
    await page.getByRole('searchbox', { name: 'Search fields' }).fill('imei')
    await expect(page.getByRole('tabpanel')).toContainText(/of \d+ fields/)
    await expect(page.getByRole('tabpanel')).toContainText('357221110000008')
    await expect(page.getByRole('tabpanel')).not.toContainText('Purchase order number')
  })

  await test.step('read that nothing is known about what the value of the camera setting means', async () => {
    await openTab(page, 'Restrictions')
    await searchField(page).fill('camera')
    const camera = page.getByRole('row').filter({ has: page.getByText('camera', { exact: true }) })
    await expect(camera).toContainText('Meaning not defined')
    await expect(camera).not.toContainText(/allowed|restricted/i)
  })

  await test.step('read what is restricted by the reference', async () => {
    await searchField(page).fill('')
    await page.getByRole('radio', { name: 'Restricted' }).click()
    await expect(page.getByRole('radio', { name: 'Restricted' })).toBeChecked()
    await expect(searchField(page)).toHaveValue('')
    const rows = page.getByRole('table', { name: 'Restrictions' }).getByRole('row')
    await expect(rows.filter({ hasText: 'allow_extensions' })).toContainText('Restricted')
    await expect(rows.filter({ hasText: /\bcamera\b/ })).toHaveCount(0)
    await picture(page, 'restrictions')
  })

  await test.step('see who switched lost mode on, and each step of it', async () => {
    await openTab(page, 'Command history')
    const newest = page.getByRole('table', { name: 'Command history' }).getByRole('row').nth(1)
    await expect(newest).toContainText('enable_lost_mode')
    await expect(newest).toContainText('Success')
    await newest.getByText(/^\d steps$/).click()
    await expect(newest.getByRole('listitem').first()).toContainText('Initiated')
  })

  await test.step('see its certificates', async () => {
    await openTab(page, 'Certificates')
    const wifi = page.getByRole('row').filter({ hasText: 'Wi-Fi identity' })
    await expect(wifi).toContainText('Managed')
    await expect(wifi).toContainText(/Valid|Expired|In \d+ days?/)
  })
})
