import { bytesOf, consoleParts, scriptsOf } from '../support/console-parts.ts'
import { figure } from './figures.ts'

const kilobyte = 1000

/** What stands before the first row and the sign-in form, on the wire. */
export async function benchFirstPage() {
  const parts = await consoleParts()
  console.log('\nScripts that a browser loads first, as brotli')
  for (const [name, entry, maxKilobytes] of [
    ['the list of devices, signed in', 'routes', 160],
    ['the sign-in page', 'sign-in', 110],
  ] as const) {
    const scripts = scriptsOf(parts, entry)
    const goal = { atMost: maxKilobytes }
    figure(name, (await bytesOf(scripts)) / kilobyte, 'kB', { goal })
    figure(`${name}: files`, scripts.size, 'files', { goal: { atMost: 6 } })
  }
}
