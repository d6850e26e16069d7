import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build, type InlineConfig, preview } from 'vite'
import { chromiumPath, launchArgs } from '../support/chromium.ts'
import { figure } from './figures.ts'
import { matching, rowsOf } from './grids/rows.ts'

const rounds = 7
/** A frame of 60 in a second lasts 16.7 ms; one that lasts longer than this was left out. */
const frameMs = 25
const kinds = ['own', 'peer'] as const
type Kind = (typeof kinds)[number]

/** How long each takes in milliseconds, but for frames that were dropped, which are counted. */
type Measured = { rows: number; filter: number; sort: number; steady: number; fling: number }
const names: Record<keyof Measured, string> = {
  rows: 'first rows',
  filter: 'filtered by a text',
  sort: 'sorted by a text',
  steady: 'frames dropped while scrolling',
  fling: 'frames dropped in a fling',
}

/** 10,000 rows of 12 columns in the browser: the table of the console and react-data-grid, in turns. */
export async function benchGrids() {
  const { address, close } = await servedPage()
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args: launchArgs })
  try {
    console.log(`\n10,000 rows beside react-data-grid, medians of ${rounds}, Chromium ${browser.version()}`)
    const found: Record<Kind, Measured[]> = { own: [], peer: [] }
    for (let round = -1; round < rounds; round += 1) {
      for (const kind of kinds) {
        const one = await measuredIn(browser, `${address}#${kind}`)
        if (round >= 0) found[kind].push(one) // the first one warms the files up
      }
    }
    for (const part of Object.keys(names) as (keyof Measured)[]) {
      const [own, peer] = [median(found.own, part), median(found.peer, part)]
      const unit = part === 'steady' || part === 'fling' ? 'frames' : 'ms'
      // Of half a frame or a millisecond nobody can tell.
      figure(`10,000 rows, ${names[part]}`, own, unit, { goal: { atMost: Math.ceil(peer) } })
    }
  } finally {
    await browser.close()
    await close()
  }
}

async function servedPage() {
  const outDir = await mkdtemp(join(tmpdir(), 'triptych-grids-'))
  const root = join(import.meta.dirname, 'grids')
  const config: InlineConfig = { configFile: false, root, logLevel: 'error', build: { outDir }, plugins: [react()] }
  await build({ ...config, mode: 'production' })
  const server = await preview({ ...config, preview: { port: 0, host: '127.0.0.1' } })
  const close = () => Promise.all([server.close(), rm(outDir, { recursive: true, force: true })])
  return { address: server.resolvedUrls?.local[0] ?? '', close }
}

async function measuredIn(browser: Browser, address: string): Promise<Measured> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(address, { waitUntil: 'networkidle' })
  const all = rowsOf(10_000)
  const wanted = 'Device 0099'
  const second = { all: all[1]?.name ?? '', wanted: matching(all, wanted)[1]?.name ?? '' }
  const rows = await page.evaluate(shownAfter, { press: '#show', second: second.all })
  const filter = await page.evaluate(shownAfter, { type: wanted, second: second.wanted })
  await page.evaluate(shownAfter, { type: '', second: second.all })
  const press = 'th[data-column=name] button, .rdg [role=columnheader]'
  await page.evaluate(shownAfter, { press, second: 'Device 000001' })
  const sort = await page.evaluate(shownAfter, { press, second: 'Device 009998' })
  const scrolls = await scrolledIn(page)
  await page.close()
  return { rows, filter, sort, ...scrolls }
}

/** What is pressed or typed, and the name in the second row then. */
type Act = { press?: string; type?: string; second: string }

/** In the page: from the act until the frame with this row was painted. */
async function shownAfter({ press, type, second }: Act) {
  const nextFrame = () => new Promise(requestAnimationFrame)
  const isShown = () => document.querySelector('[aria-rowindex="3"] :is(td, [role=gridcell])')?.textContent === second
  await nextFrame()
  await new Promise((resolve) => setTimeout(resolve))
  const start = performance.now()
  if (press) document.querySelector<HTMLElement>(press)?.click()
  else {
    const field = document.querySelector<HTMLInputElement>('#search')
    if (field) field.value = type ?? ''
    field?.dispatchEvent(new Event('input'))
  }
  do await nextFrame()
  while (!isShown() && performance.now() - start < 20_000)
  if (!isShown()) throw new Error(`${second} was never shown`)
  await new Promise((resolve) => setTimeout(resolve)) // behind the paint
  return performance.now() - start
}

/** Five seconds at reading speed, and two seconds of a fling. */
const scrolledIn = (page: Page) =>
  page.evaluate(async (frameMs) => {
    const region = document.querySelector('.rdg, section:has(> table)')
    const dropped = async (pixels: number, ms: number) => {
      region?.scrollTo({ top: 0 })
      await new Promise((resolve) => setTimeout(resolve, 100))
      let [last, count] = [await new Promise<number>(requestAnimationFrame), 0]
      for (const end = last + ms; last < end;) {
        region?.scrollBy({ top: pixels })
        const now = await new Promise<number>(requestAnimationFrame)
        if (now - last > frameMs) count += Math.round((now - last) / 16.7) - 1
        last = now
      }
      return count
    }
    return { steady: await dropped(15, 5000), fling: await dropped(1500, 2000) }
  }, frameMs)

function median(found: readonly Measured[], part: keyof Measured) {
  const values = found.map((one) => one[part]).toSorted((one, other) => one - other)
  return values[Math.floor(values.length / 2)] ?? Number.NaN
}
