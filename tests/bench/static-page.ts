import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import type { Page } from '@playwright/test'

/** Serves what a page shows once this part of it is there: one document and one style sheet, with no scripts. */
export async function startStaticPage(page: Page, shown: string) {
  await page.locator(shown).first().waitFor()
  const [html, css] = await Promise.all([page.evaluate(drawnPage), page.evaluate(stylesOfPage)])
  const compress = promisify(brotliCompress)
  const files = {
    '/': { type: 'text/html;charset=utf-8', content: await compress(html), cache: 'no-store' },
    '/page.css': { type: 'text/css;charset=utf-8', content: await compress(css), cache: 'max-age=31536000, immutable' },
  }
  const server = createServer(({ url = '/' }, answer) => {
    const file = Object.hasOwn(files, url) ? files[url as keyof typeof files] : undefined
    if (!file) answer.writeHead(404).end()
    else {
      answer.writeHead(200, { 'content-type': file.type, 'content-encoding': 'br', 'cache-control': file.cache })
      answer.end(file.content)
    }
  })
  await promisify(server.listen.bind(server) as (port: number, host: string, done: () => void) => void)(0, '127.0.0.1')
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}/`,
    stop: () => {
      server.closeAllConnections()
      return promisify(server.close.bind(server))()
    },
  }
}

/** In the page. */
function drawnPage() {
  const copy = document.documentElement.cloneNode(true) as HTMLElement
  for (const part of copy.querySelectorAll('script, noscript, link, style')) part.remove()
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/page.css' })
  copy.querySelector('head')?.append(link)
  return `<!doctype html>${copy.outerHTML}`
}

/** In the page: fonts are left to the browser. */
function stylesOfPage() {
  const rules = Array.from(document.styleSheets).flatMap((sheet) => Array.from(sheet.cssRules))
  return rules.flatMap((rule) => (rule instanceof CSSFontFaceRule ? [] : rule.cssText)).join('\n')
}
