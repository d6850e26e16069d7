import { AxeBuilder } from '@axe-core/playwright'
import { expect, test as base, type BrowserContext, type Page } from '@playwright/test'
import type { Ready } from '../tests/support/server.ts'
import { openSignedIn } from './steps/sign-in.ts'

export { expect }

interface Mail {
  to: string
  subject: string
  text: string
}

interface Fixtures {
  /** Who `signedIn` signs in as: `test.use({ account: 'admin' })`. */
  account: string
  signedIn: void
  product: Ready & { password: string }
  lab: { mailbox(): Promise<Mail[]> }
  problems: ReturnType<typeof watchForProblems>
}

export const test = base.extend<Fixtures>({
  account: ['helpdesk', { option: true }],
  product: async ({}, use) => use(JSON.parse(process.env.E2E_PRODUCT ?? '') as Fixtures['product']),
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
  signedIn: async ({ page, product, account }, use) => {
    await openSignedIn(page, account, product.password)
    await use()
  },
  lab: async ({ product }, use) =>
    use({
      mailbox: async () => (await (await fetch(`${product.lab}/mailbox`)).json()) as Mail[],
    }),
})

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

export async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze()
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target }) => `${id}: ${help}: ${target.join(' ')}`),
  )
  expect(found, `accessibility of ${page.url()}`).toEqual([])
}
