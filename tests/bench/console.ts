import { type Browser, chromium, type Locator, type Page } from '@playwright/test'
import { signIn } from '../../e2e/steps/sign-in.ts'
import { chromiumPath, launchArgs } from '../support/chromium.ts'
import { startServer } from '../support/server.ts'
import { figure } from './figures.ts'

/** What people call an immediate answer. */
const limits = { medianMs: 100, longTaskMs: 50 }

/** From the key or the mouse to the rows on the screen, in a real browser, over so many devices and desktops. */
export async function benchConsole(records: number) {
  const readyWithinMs = 15 * 60_000
  const server = await startServer({ TRIPTYCH_SEED: `large:${records}` }, readyWithinMs)
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args: launchArgs })
  try {
    console.log(`\nThe console over ${records} devices and ${records} desktops, Chromium ${browser.version()}`)
    const page = await openConsole(browser, server)
    const tasks = [await timesOfLookup(page), ...(await timesOfList(page))]
    const longest = Math.max(...tasks)
    figure('longest task meanwhile', longest, 'ms', { goal: { atMost: limits.longTaskMs } })
  } finally {
    await browser.close()
    await server.stop()
  }
}

async function openConsole(browser: Browser, { ready, password }: Awaited<ReturnType<typeof startServer>>) {
  const page = await browser.newPage({ baseURL: ready.console, viewport: { width: 1280, height: 800 } })
  await page.addInitScript(watchLongTasks)
  await signIn(page, 'admin', password)
  return page
}

const texts = ['kim', 'ber', 'son', 'a7', 'lap', 'mar', '02:', '10.', 'x9', 'ade']

/** Another text each time, and another letter: what was asked before is known, and would be no measure. */
const textOf = (round: number) => `${texts[round % texts.length]}${Math.floor(round / texts.length) || ''}`
const letterOf = (round: number) => 'abcdefghij'[round % 10] ?? 'a'

async function timesOfLookup(page: Page) {
  await page.getByRole('button', { name: 'Look up', exact: true }).click()
  const field = page.getByRole('combobox', { name: 'Look up', exact: true })
  const answered = () =>
    page.waitForFunction(() => /found|known/.test(document.querySelector('dialog output')?.textContent ?? ''))
  const status = { selector: 'dialog output', busy: 'Searching', attribute: '' }
  await measured('lookup, a letter more', 30, async (round) => {
    await field.fill(textOf(round))
    await answered()
    return timed(page, 'keydown', status, () => page.keyboard.press(letterOf(round)))
  })
  await page.keyboard.press('Escape')
  return longestTask(page)
}

async function timesOfList(page: Page) {
  const table = { selector: '[role=grid]', busy: 'true', attribute: 'aria-busy' }
  const settled = () => page.waitForFunction(() => document.querySelector('[role=grid][aria-busy=false]'))
  const tasks: number[] = []
  const list = async (name: string, event: 'keydown' | 'pointerdown', target: Locator, act: Act) => {
    await measured(`devices, ${name}`, texts.length, async (round) => {
      await page.goto(`/devices?page=${round + 2}`, { waitUntil: 'networkidle' })
      await settled()
      await act.before?.(round)
      await settled()
      return timed(page, event, table, () => (act.key ? page.keyboard.press(act.key(round)) : target.click()))
    })
    tasks.push(await longestTask(page))
  }
  const search = page.getByRole('searchbox', { name: 'Search', exact: true })
  await list('next page', 'pointerdown', page.getByRole('button', { name: 'Next page' }), {})
  const name = page.getByRole('columnheader', { name: /^Name/ }).getByRole('button').first()
  await list('sorted', 'pointerdown', name, {})
  const parts = (round: number) => texts[round % texts.length]?.match(/^(.*)(.)$/) ?? []
  const before = async (round: number) => {
    await search.fill(parts(round)[1] ?? '')
    await page.waitForURL(/search=/)
  }
  await list('searched', 'keydown', search, { before, key: (round) => parts(round)[2] ?? 'a' })
  return tasks
}
type Act = { before?: (round: number) => Promise<unknown>; key?: (round: number) => string }

async function measured(name: string, rounds: number, once: (round: number) => Promise<number>) {
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) times.push(await once(round))
  times.sort((one, other) => one - other)
  const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? 0
  figure(name, at(0.5), 'ms', { more: `median; p95 ${at(0.95).toFixed(0)} ms`, goal: { atMost: limits.medianMs } })
}

type Watched = { selector: string; busy: string; attribute: string }

/** From such an event until what is watched was busy and is no more, and was painted. */
async function timed(page: Page, event: 'keydown' | 'pointerdown', watched: Watched, act: () => Promise<unknown>) {
  await page.evaluate(watchFrom, [event, watched] as const)
  await act()
  return page.evaluate(() => (window as Measuring).time ?? 0)
}

type Measuring = Window & { longestTaskMs?: number; time?: Promise<number> }

/** In the page. */
function watchFrom([type, { selector, busy, attribute }]: readonly [string, Watched]) {
  ;(window as Measuring).time = new Promise<number>((resolve, reject) => {
    let start = 0
    let wasBusy = false
    const look = () => {
      const element = document.querySelector(selector)
      const said = attribute ? element?.getAttribute(attribute) : element?.textContent
      if (said?.includes(busy)) wasBusy = true
      else if (wasBusy) {
        observer.disconnect()
        clearTimeout(limit)
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)))
      }
    }
    const observer = new MutationObserver(look)
    const limit = setTimeout(() => reject(new Error(`${selector} was never busy and done`)), 10_000)
    const begin = ({ timeStamp }: Event) => {
      start = timeStamp
      observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
    }
    addEventListener(type, begin, { capture: true, once: true })
  })
}

const watchLongTasks = () => {
  const seen = window as Measuring
  seen.longestTaskMs = 0
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longestTaskMs = Math.max(seen.longestTaskMs ?? 0, duration)
  }).observe({ type: 'longtask' })
}

/** Since the page was loaded last. */
const longestTask = (page: Page) => page.evaluate(() => (window as Measuring).longestTaskMs ?? 0)
