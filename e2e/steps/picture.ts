import { join } from 'node:path'
import type { Page } from '@playwright/test'

const folder = join(import.meta.dirname, '../../.github/images')

/** For the README, out of the specs themselves, so that it shows what is true; only when somebody wants new ones. */
export async function picture(page: Page, name: string, colorScheme: 'light' | 'dark' = 'light'): Promise<void> {
  if (process.env.TRIPTYCH_PICTURES !== '1') return
  await page.emulateMedia({ colorScheme })
  await page.mouse.move(0, 0)
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: join(folder, `${name}.png`), scale: 'css', animations: 'disabled', caret: 'hide' })
  await page.emulateMedia({ colorScheme: null })
}
