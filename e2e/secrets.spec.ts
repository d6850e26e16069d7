import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { account } from '#contract/console/account.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { keys } from '#contract/keys/operations.ts'
import { addressOf, csrfHeader } from '#contract/session.ts'
import { canary, dayOfSecrets } from '../tests/services/keys/acceptance/day-of-secrets.ts'
import { spellings as spellingsOf } from '../tests/services/keys/acceptance/spellings.ts'
import { isDemoMade, wireCalls } from '../tests/services/keys/acceptance/wire-calls.ts'
import { tlsClient } from '../tests/services/keys/tls-client.ts'
import { startServer } from '../tests/support/server.ts'
import { expect, test } from './fixtures.ts'
import { openTab, searchField } from './steps/devices.ts'

const password = 'canary-password-Ω-7Kq2'
const apiKey = 'canary-api-key-Zx81Lm'

/** A server of its own: everything it writes belongs to these tests. Started with the first of them. */
let started: ReturnType<typeof startServer> | undefined
const product = () => (started ??= startServer({ TRIPTYCH_DEMO_PASSWORD: password, TRIPTYCH_DEMO_API_KEY: apiKey }))
test.afterAll(async () => (await started)?.stop())

test('no password, code, token or key is in a URL, a response, the browser, the log or the terminal', async ({
  page,
  context,
}) => {
  const server = await product()
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

  await page.goto(`${server.ready.console}/devices`)
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
  await page.getByRole('grid').getByRole('link').first().click()
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
    for (const secret of secrets) {
      for (const spelling of spellings(secret)) expect(text.includes(spelling), `${secret} in ${place}`).toBe(false)
    }
    // Six digits stand by chance within longer numbers, such as times and IMEIs.
    expect(text.match(/(?<![0-9A-Za-z])\d{6}(?![0-9A-Za-z])/g) ?? [], `the code in ${place}`).not.toContain(code)
  }
  expect(server.stdout()).toContain('/lab/mailbox')
})

test('the data on disk contain no password, key or session in clear', async ({ page, context }) => {
  const server = await product()
  await page.goto(`${server.ready.console}/devices`)
  await page.getByRole('textbox', { name: 'User name', exact: true }).fill('admin')
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Devices' }).waitFor()
  const [session] = await context.cookies()
  const bytes = await stored(server.folder)
  expect(bytes.length).toBeGreaterThan(1_000_000)
  for (const secret of [password, apiKey, session?.value ?? 'no cookie']) {
    for (const spelling of spellings(secret)) expect(bytes.includes(spelling), secret).toBe(false)
  }
})

test('passphrases and private keys of key management are stored nowhere in clear, however they were sent', async ({
  page,
}) => {
  test.setTimeout(300_000)
  const server = await product()
  const client = tlsClient(server.ready.keys, { ca: await readFile(server.ready.ca, 'utf8'), key: apiKey })
  const calls = wireCalls(client.ask)
  await page.goto(`${server.ready.console}/devices`)
  await page.getByRole('textbox', { name: 'User name', exact: true }).fill('admin')
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Devices' }).waitFor()
  const seen: string[] = []
  page.on('request', (request) => seen.push(request.url()))

  await expect.poll(() => isDemoMade(calls), { timeout: 200_000 }).toBe(true)
  const secrets = await dayOfSecrets({ ...calls, folder: server.folder }, password)
  const passPhrase = canary('browser')
  const asPage = (endpoint: Endpoint, input: object) =>
    page.evaluate(
      async ({ address, header, body }) => {
        const headers = { 'content-type': 'application/json', [header]: '1' }
        return (await fetch(address, { method: 'POST', headers, body })).text()
      },
      { address: addressOf(endpoint), header: csrfHeader, body: JSON.stringify(input) },
    )
  // A secret asks for the password again; the cookie changes with it.
  expect(await asPage(account.confirmIdentity, { password })).toContain('confirmed')
  const made = await asPage(keys.createSshKey, { keyName: 'by page', keyType: 'ed25519', passPhrase })
  expect(made).toContain('created successfully')
  expect(await asPage(keys.getSshKeyPassphrase, { keyName: 'by page', reason: 'Asked for by a test' })).toContain(
    'canary/browser',
  )
  client.close()

  const places = {
    'the data folder': await stored(server.folder),
    'the terminal': Buffer.from(server.stdout()),
    'the log': Buffer.from(server.stderr()),
    addresses: Buffer.from(seen.join('\n')),
  }
  expect(places['the log'].includes('getSSHKeyPassphrase')).toBe(true)
  expect(places['the data folder'].includes('canary.lab.example')).toBe(true)
  for (const [place, bytes] of Object.entries(places)) {
    for (const secret of [...secrets, passPhrase, apiKey]) {
      const slipped = spellingsOf(secret).filter((spelling) => bytes.includes(spelling))
      expect(slipped.map(String), `${secret.toString('latin1')} in ${place}`).toEqual([])
    }
  }
})

/** Every byte below the data folder: databases with their logs, and the disks of the lab. */
async function stored(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Buffer.concat(await Promise.all(files.map((file) => readFile(file))))
}

/** As it is, and as URLs, JSON, base64 and hexadecimal digits carry it. */
const spellings = (secret: string) => [
  secret,
  encodeURIComponent(secret),
  JSON.stringify(secret).slice(1, -1),
  Buffer.from(secret).toString('base64'),
  Buffer.from(secret).toString('base64url'),
  Buffer.from(secret).toString('hex'),
]
