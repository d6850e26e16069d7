import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startServer } from '../tests/support/server.ts'
import { expect, test } from './fixtures.ts'
import { openTab, searchField } from './steps/devices.ts'

const password = 'canary-password-Ω-7Kq2'
const apiKey = 'canary-api-key-Zx81Lm'

/** A server of its own: everything it writes belongs to this test. */
const product = async () => {
  const server = await startServer({ TRIPTYCH_DEMO_PASSWORD: password, TRIPTYCH_DEMO_API_KEY: apiKey })
  return { ...server, [Symbol.asyncDispose]: () => server.stop() }
}

test('nobody finds a password, code, token or key: not in a URL, an answer, the browser, the log or the terminal', async ({
  page,
  context,
}) => {
  await using server = await product()
  const seen: string[] = []
  page.on('console', (message) => seen.push(message.text()))
  page.on('request', (request) => seen.push(request.url()))
  page.on('response', (response) => {
    const headers = Object.entries(response.headers()).map(([name, value]) => `${name}: ${value}`)
    void response
      .text()
      .then((body) => seen.push(...headers, body))
      .catch(() => undefined) // what is left behind by a navigation has no body any more
  })

  await page.goto(server.ready.console)
  await page.getByRole('textbox', { name: 'User name', exact: true }).fill('otp-admin')
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('textbox', { name: 'One-time code' }).waitFor()
  const [mail] = (await (await fetch(`${server.ready.lab}/mailbox`)).json()) as { text: string }[]
  const code = /\b\d{6,8}\b/.exec(mail?.text ?? '')?.[0] ?? ''
  expect(code).toMatch(/^\d{6}$/)
  await page.getByRole('textbox', { name: 'One-time code' }).fill(code)
  await page.getByRole('button', { name: 'Verify', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Devices' }).waitFor()
  await searchField(page).fill('okafor')
  await expect(page).toHaveURL(/search=okafor/)
  await page.getByRole('table').getByRole('link').first().click()
  await openTab(page, 'Restrictions')
  await openTab(page, 'Command history')
  const [session] = await context.cookies()
  expect(session).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict', path: '/' })

  const kept = await page.evaluate(async () => ({
    local: Object.entries(localStorage),
    session: Object.entries(sessionStorage),
    databases: await indexedDB.databases(),
    caches: await caches.keys(),
    cookie: document.cookie,
    page: document.documentElement.outerHTML,
    address: location.href,
  }))
  await expect.poll(() => seen.some((text) => text.includes('commands'))).toBe(true)

  const secrets = [password, apiKey, session?.value ?? 'no cookie']
  const places = {
    'the network, as scripts see it': seen.join('\n'),
    'the browser': JSON.stringify(kept),
    'the terminal': server.stdout(),
    'the log': server.stderr(),
  }
  for (const [place, text] of Object.entries(places)) {
    for (const secret of [...secrets, code]) {
      for (const spelling of spellings(secret)) expect(text.includes(spelling), `${secret} in ${place}`).toBe(false)
    }
  }
  expect(server.stdout()).toContain('/lab/mailbox')
})

test('what lies on the disk gives nobody a password, a key or a session', async ({ page, context }) => {
  await using server = await product()
  await page.goto(server.ready.console)
  await page.getByRole('textbox', { name: 'User name', exact: true }).fill('admin')
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Devices' }).waitFor()
  const [session] = await context.cookies()
  const files = await readdir(server.folder)
  const bytes = Buffer.concat(await Promise.all(files.map((file) => readFile(join(server.folder, file)))))
  expect(bytes.length).toBeGreaterThan(1_000_000)
  for (const secret of [password, apiKey, session?.value ?? 'no cookie']) {
    for (const spelling of spellings(secret)) expect(bytes.includes(spelling), secret).toBe(false)
  }
})

/** As it is, and as URLs, JSON, base64 and hexadecimal digits carry it. */
const spellings = (secret: string) => [
  secret,
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString('base64'),
  Buffer.from(secret).toString('base64url'),
  Buffer.from(secret).toString('hex'),
]
