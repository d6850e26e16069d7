import { chromium } from 'playwright-core'
import { chromiumPath, launchArgs } from './support/chromium.ts'
const [origin, password, scheme = 'light', width = '1280', out = '/tmp/shots', ...pages] = process.argv.slice(2)
const browser = await chromium.launch({ executablePath: await chromiumPath(), args: launchArgs })
const context = await browser.newContext({
  viewport: { width: Number(width), height: Number(width) < 500 ? 844 : 800 },
  colorScheme: scheme as 'light',
  reducedMotion: 'reduce',
  locale: 'en-US',
})
const page = await context.newPage()
page.on('console', (m) => {
  if (m.type() === 'error') console.log('CONSOLE', page.url(), m.text())
})
page.on('pageerror', (e) => console.log('ERROR', page.url(), e.message))
const r = await context.request.post(`${origin}/api/session.signIn`, {
  data: { username: process.env.AS ?? 'admin', password },
  headers: { 'x-triptych': '1' },
})
if (!r.ok()) throw new Error(await r.text())
for (const path of pages) {
  await page.goto(origin + path)
  await page.waitForLoadState('networkidle').catch(() => 0)
  await page.waitForTimeout(500)
  const name = path.replace(/[^\w]+/g, '_')
  await page.screenshot({ path: `${out}/${scheme}-${width}-${name}.png`, fullPage: process.env.FULL === '1' })
}
await browser.close()
