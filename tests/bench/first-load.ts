import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { signIn } from '../../e2e/steps/sign-in.ts'
import { chromiumPath, launchArgs } from '../support/chromium.ts'
import { startServer } from '../support/server.ts'
import { figure } from './figures.ts'
import { startStaticPage } from './static-page.ts'

/** What Lighthouse calls slow 4G. */
const slow4G = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1.6 * 0.9 * 1024 * 1024) / 8,
  uploadThroughput: (0.75 * 0.9 * 1024 * 1024) / 8,
}
const cpuSlowdown = 4
const rounds = 5

const goals = { coldRatio: 2, secondRatio: 1.5, formRatio: 2, blockedMs: 500, shift: 0.005, fontKilobytes: 60 }
const scripts = { kilobytes: 160, files: 6 }

const firstRow = 'tbody tr[data-row]'
const form = 'input[name=username]'

/** When what is looked for is painted, and what the browser had to load and do until then. */
type Visit = { shownMs: number; blockedMs: number; shift: number; scripts: number; files: number; fonts: number }
type Case = { address: string; floor: string; shown: string; state: State }
type State = Awaited<ReturnType<BrowserContext['storageState']>> | undefined

/** First rows and sign-in form in a real browser on a slow network, interleaved with static pages that show the same. */
export async function benchFirstLoad() {
  const server = await startServer()
  const browser = await chromium.launch({ executablePath: await chromiumPath(), args: launchArgs })
  const { console: origin } = server.ready
  try {
    console.log(
      `\nFirst load on slow 4G with CPU ÷ ${cpuSlowdown}, medians of ${rounds}, Chromium ${browser.version()}`,
    )
    const page = await browser.newPage({ baseURL: origin, viewport })
    await page.goto('/')
    const ofForm = await startStaticPage(page, form)
    await signIn(page, 'admin', server.password)
    await page.goto('/devices')
    const ofList = await startStaticPage(page, firstRow)
    const state = await page.context().storageState()
    await page.close()

    const list = { address: `${origin}/devices`, floor: ofList.address, shown: firstRow, state }
    const devices = await visits(browser, list)
    ratio('devices, cold', devices.cold, devices.coldFloor, goals.coldRatio)
    ratio('devices, second visit', devices.second, devices.secondFloor, goals.secondRatio)
    const known = devices.cold
    figure('devices, scripts before the first row', median(known, 'scripts') / 1000, 'kB', atMost(scripts.kilobytes))
    figure('devices, files of scripts', median(known, 'files'), 'files', atMost(scripts.files))
    figure('devices, fonts before the first row', median(known, 'fonts') / 1000, 'kB', atMost(goals.fontKilobytes))
    figure('devices, blocked until the first row', median(known, 'blockedMs'), 'ms', atMost(goals.blockedMs))
    // A thousandth each: figures have one digit.
    figure('devices, layout shift', median(known, 'shift') * 1000, '‰', atMost(goals.shift * 1000))

    const entry = { address: `${origin}/`, floor: ofForm.address, shown: form, state: undefined }
    const signingIn = await visits(browser, entry)
    ratio('sign-in form at /, cold', signingIn.cold, signingIn.coldFloor, goals.formRatio)
    await Promise.all([ofForm.stop(), ofList.stop()])
  } finally {
    await browser.close()
    await server.stop()
  }
}

const viewport = { width: 1280, height: 800 }
const atMost = (limit: number) => ({ goal: { atMost: limit } })

function median(of: readonly Visit[], name: keyof Visit): number {
  const sorted = of.map((visit) => visit[name]).toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

function ratio(name: string, ours: readonly Visit[], floor: readonly Visit[], limit: number) {
  const [oursMs, floorMs] = [median(ours, 'shownMs'), median(floor, 'shownMs')]
  const more = `of a static page; ${oursMs.toFixed(0)} against ${floorMs.toFixed(0)} ms`
  figure(name, oursMs / floorMs, '×', { more, ...atMost(limit) })
}

async function visits(browser: Browser, { address, floor, shown, state }: Case) {
  const found = { cold: [], second: [], coldFloor: [], secondFloor: [] } as Record<string, Visit[]>
  for (let round = 0; round < rounds; round += 1) {
    const own = await browser.newContext({ viewport, storageState: state })
    const other = await browser.newContext({ viewport })
    found.coldFloor?.push(await visit(other, floor, shown))
    found.cold?.push(await visit(own, address, shown))
    found.secondFloor?.push(await visit(other, floor, shown))
    found.second?.push(await visit(own, address, shown))
    await own.close()
    await other.close()
  }
  const { cold = [], second = [], coldFloor = [], secondFloor = [] } = found
  return { cold, second, coldFloor, secondFloor }
}

async function visit(context: BrowserContext, address: string, shown: string): Promise<Visit> {
  const page = await context.newPage()
  await page.addInitScript(watch, shown)
  await slowDown(page)
  await page.goto(address, { waitUntil: 'commit' })
  await page.waitForFunction(() => (window as Measuring).shownMs !== undefined, undefined, { timeout: 120_000 })
  const measured = await page.evaluate(measuredUntilShown)
  await page.close()
  return measured
}

async function slowDown(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', slow4G)
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
}

type Measuring = Window & { shownMs?: number; seen?: PerformanceEntry[] }

/** In the page, before anything of it. */
function watch(shown: string) {
  const measuring = window as Measuring
  const seen = (measuring.seen = [] as PerformanceEntry[])
  for (const type of ['longtask', 'layout-shift'])
    new PerformanceObserver((list) => void seen.push(...list.getEntries())).observe({ type, buffered: true })
  const observer = new MutationObserver(() => {
    if (!document.querySelector(shown)) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => (measuring.shownMs = performance.now())))
  })
  observer.observe(document, { childList: true, subtree: true })
}

/** In the page. */
function measuredUntilShown() {
  const { shownMs = 0, seen = [] } = window as Measuring
  const before = (type: string) => seen.filter(({ entryType, startTime }) => entryType === type && startTime < shownMs)
  const loaded = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(
    ({ responseEnd }) => responseEnd > 0 && responseEnd < shownMs,
  )
  const bytes = (of: PerformanceResourceTiming[]) => of.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
  const ofType = (end: string) => loaded.filter(({ name }) => new URL(name).pathname.endsWith(end))
  const sum = (of: number[]) => of.reduce((one, other) => one + other, 0)
  const blockedOf = ({ startTime, duration }: PerformanceEntry) =>
    Math.max(0, Math.min(duration, shownMs - startTime) - 50)
  return {
    shownMs,
    blockedMs: sum(before('longtask').map(blockedOf)),
    shift: sum(before('layout-shift').map((entry) => (entry as PerformanceEntry & { value: number }).value)),
    scripts: bytes(ofType('.js')),
    files: ofType('.js').length,
    fonts: bytes(ofType('.woff2')),
  }
}
