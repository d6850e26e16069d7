import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test as base, type BrowserContext, type Page } from '@playwright/test'
import axe, { type RunOnly } from 'axe-core'
import { isDemoMade, wireCalls } from '../tests/services/keys/acceptance/wire-calls.ts'
import { tlsClient } from '../tests/services/keys/tls-client.ts'
import { type Ready, startServer } from '../tests/support/server.ts'
import { beginSession, openDevices } from './steps/sign-in.ts'

export { expect }

interface Mail {
  to: string
  subject: string
  text: string
}

type Product = Ready & { password: string }

interface OfWorker {
  /** The product that all specs of one worker use, with ports and a data folder of its own. */
  running: Product & { folder: string }
}

interface Fixtures {
  /** Who `signedIn` signs in as: `test.use({ account: 'admin' })`. */
  account: string
  /** Signed in; the page is still blank. For what begins at an address of its own. */
  withSession: void
  /** Signed in, at the list of devices. */
  signedIn: void
  product: Product
  lab: { mailbox(): Promise<Mail[]> }
  problems: ReturnType<typeof watchForProblems>
  /** Accounts keep no columns, drafts and dismissed notices of the spec before. */
  asNewAccounts: void
}

export const test = base.extend<Fixtures, OfWorker>({
  running: [
    async ({}, use) => {
      const key = randomBytes(24).toString('base64url')
      const { ready, password, folder, stop } = await startServer({ TRIPTYCH_DEMO_API_KEY: key })
      await demoMade(ready, key)
      await use({ ...ready, password, folder })
      await stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  account: ['helpdesk', { option: true }],
  product: async ({ running }, use) => use(running),
  asNewAccounts: [
    async ({ running }, use) => {
      const database = new DatabaseSync(join(running.folder, 'triptych.db'), { timeout: 20_000 })
      database.exec('delete from console_preference; delete from console_view; delete from console_view_pin')
      database.close()
      await use()
    },
    { auto: true },
  ],
  baseURL: async ({ product }, use) => use(product.console),
  problems: async ({}, use) => {
    const problems = watchForProblems()
    await use(problems)
    expect(problems.unexpected(), 'console errors, exceptions and policy violations of the pages').toEqual([])
  },
  context: async ({ context, problems }, use) => {
    await problems.watch(context)
    await use(context)
    await Promise.allSettled(context.pages().map((page) => page.evaluate(lastEventsReported)))
  },
  withSession: async ({ page, product, account }, use) => {
    await beginSession(page, account, product.password)
    await use()
  },
  signedIn: async ({ page, withSession: _ }, use) => {
    await openDevices(page)
    await use()
  },
  lab: async ({ product }, use) =>
    use({
      mailbox: async () => (await (await fetch(`${product.lab}/mailbox`)).json()) as Mail[],
    }),
})

/** Keys and certificates are made after the start, in the background; whichever spec comes first finds them. */
export async function demoMade({ keys, ca }: Ready, key: string) {
  const client = tlsClient(keys, { ca: await readFile(ca, 'utf8'), key })
  await expect.poll(() => isDemoMade(wireCalls(client.ask)), { timeout: 170_000 }).toBe(true)
  client.close()
}

/** A page that looks right and complains on the console is not right. A spec that provokes a complaint allows it. */
function watchForProblems() {
  const found: string[] = []
  const allowed: RegExp[] = []
  return {
    allow: (...patterns: RegExp[]) => allowed.push(...patterns),
    unexpected: () => found.filter((problem) => !allowed.some((pattern) => pattern.test(problem))),
    /** For a context that a spec opens itself. */
    watch: async (context: BrowserContext) => {
      context.on('weberror', (webError) => found.push(String(webError.error())))
      context.on('console', (message) => {
        if (message.type() === 'error') found.push(`${message.text()} (${message.location().url})`)
      })
      await context.addInitScript(() => {
        addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
          console.error('securitypolicyviolation', violatedDirective, blockedURI, sample)
        })
      })
    },
  }
}

const lastEventsReported = () => new Promise((resolve) => setTimeout(resolve))

/** Rules whose result depends on colors; by all others a page is judged once. */
const rulesOfColors = ['color-contrast', 'link-in-text-block']

const tagsOfLevelAA = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']

export async function expectAccessible(page: Page, rules?: string[]) {
  await expect(page.locator('[data-stale]'), 'rows that are about to be replaced').toHaveCount(0)
  await page.evaluate(markAlikeRows)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source) // reading it costs a fifth of a second
  const runOnly = rules ? { type: 'rule', values: rules } : { type: 'tag', values: tagsOfLevelAA }
  const found = await page.evaluate(violationsOf, runOnly as RunOnly)
  expect(found, `accessibility of ${page.url()}`).toEqual([])
}

/** Runs in the page. */
async function violationsOf(runOnly: RunOnly) {
  const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(
    { exclude: ['[data-alike], tbody tr:nth-child(n+13)'] },
    { runOnly, resultTypes: ['violations'] },
  )
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help}: ${target.join(' ')}`))
}

/** One walk serves both schemes: the document is the same, so in the dark only its colors are looked at again. */
export async function expectAccessibleInBothSchemes(page: Page) {
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expectAccessible(page, rulesOfColors)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')
}

/** Rows that differ from one above in nothing but their text are left out: each costs as much as the first. */
function markAlikeRows() {
  const varies = /^(id|href|title|value|for|name|aria-(label|labelledby|describedby|controls|rowindex))$/
  const shapeOf = (element: Element) =>
    [element.tagName, element.textContent === ''].join() +
    [...element.attributes].map(({ name, value }) => (varies.test(name) ? name : `${name}=${value}`)).join()
  for (const body of document.querySelectorAll('tbody')) {
    const seen = new Set<string>()
    for (const row of body.rows) {
      row.removeAttribute('data-alike')
      const shape = [...row.querySelectorAll('*')].map((element) => shapeOf(element)).join()
      row.toggleAttribute('data-alike', seen.has(shape))
      seen.add(shape)
    }
  }
}
