import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, expectAccessible, test } from './fixtures.ts'

const run = promisify(execFile)

test('a device is looked up, and its call is displayed and repeated from a shell', async ({
  page,
  product,
  withSession: _,
}) => {
  await page.goto('/devices?search=okafor')
  await expect(page.getByRole('grid', { name: 'Devices' }).getByRole('row').nth(1)).toContainText(/okafor/i)
  await page.getByRole('button', { name: 'Account: helpdesk' }).click()
  await page.getByRole('link', { name: 'Diagnostics' }).click()
  const table = page.getByRole('table', { name: 'Calls' })
  // The notices ask for devices, too: the caller's own search is told by what was sent.
  await table.getByRole('row').filter({ hasText: 'search=okafor' }).getByRole('button').click()
  const request = page.getByLabel('Request')
  await expect(request).toContainText('GET /api/v1/devices?')
  await expect(request).toContainText('search=okafor')
  await expect(request).toContainText('authorization: $TOKEN')
  await expect(page.getByLabel('Response')).toContainText('"devices"')
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)

  // What "Copy as cURL" copies, in a shell that has the address and a token.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy as cURL' }).click()
  const command = await page.evaluate(() => navigator.clipboard.readText())
  const signIn = await fetch(`${product.desktop}/api/1.3/desktop/authentication`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      username: 'helpdesk',
      password: Buffer.from(product.password).toString('base64'),
      auth_type: 'local_authentication',
    }),
  })
  const { message_response: said } = (await signIn.json()) as {
    message_response: { authentication: { auth_data: { auth_token: string } } }
  }
  // A stand-in for curl that asks by fetch: not every machine has curl.
  const script = `curl() { shift 2; "${process.execPath}" -e 'const [u,...h]=process.argv.slice(1);const H={};for(let i=0;i<h.length;i+=2){const [n,...v]=h[i+1].split(": ");H[n]=v.join(": ")}fetch(u,{headers:H}).then(r=>r.text()).then(console.log)' -- "$@"; }\n${command}`
  const { stdout } = await run('sh', ['-c', script], {
    env: { ...process.env, BASE_URL: product.mdm, TOKEN: said.authentication.auth_data.auth_token },
  })
  expect((JSON.parse(stdout) as { devices: { device_name: string }[] }).devices.length).toBeGreaterThan(0)
})

test('the log contains no password', async ({ page, product, withSession: _ }) => {
  await page.goto('/diagnostics')
  await expect(page.getByRole('heading', { level: 1, name: 'Diagnostics' })).toBeVisible()
  expect(await page.content()).not.toContain(product.password)
})
