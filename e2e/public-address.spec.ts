import { expect, test } from './fixtures.ts'
import { startPublicProduct } from './steps/public-product.ts'
import { signInAtProvider } from './steps/sign-in.ts'

test('behind a TLS proxy, sign-in at the identity provider works, and a failure is found in the log by its ID', async ({
  browser,
  problems,
}) => {
  await using product = await startPublicProduct()
  const context = await browser.newContext({ baseURL: product.address, ignoreHTTPSErrors: true })
  await problems.watch(context)
  const page = await context.newPage()
  await page.goto('/devices')
  await signInAtProvider(
    page,
    { identity: `${product.address}/identity/`, password: product.password },
    'operator',
    'Accept',
  )
  await expect(page.getByRole('heading', { level: 1, name: 'Devices' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Account: operator' })).toBeVisible()
  expect(new URL(page.url()).origin).toBe(product.address)

  problems.allow(/status of 500/)
  const switched = await fetch(`${product.ready.lab}/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ service: 'mdm', code: 'COM0004' }),
  })
  expect(switched.status).toBe(201)
  await page.reload()
  const shown = page.getByText(/^Request ID: /).first()
  await expect(shown).toBeVisible()
  const [, id = ''] = /Request ID: (\S+)/.exec(await shown.innerText()) ?? []
  await expect
    .poll(() => {
      const entries = product
        .log()
        .split('\n')
        .filter((line) => line.includes(`"request":"${id}"`))
        .map((line) => JSON.parse(line) as { method?: string; status?: number; route?: string })
      // After a minute the identity provider is asked anew who that is.
      return entries.filter(({ route }) => !route?.endsWith('/user/info'))
    })
    .toEqual([
      expect.objectContaining({ method: 'GET', status: 500 }), // of the service
      expect.objectContaining({ method: 'POST', status: 500 }), // of the console that asked it
    ])
  await context.close()
})
