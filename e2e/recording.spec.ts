// The recording of the README: a call at the help desk, answered in twenty seconds. It needs img2webp.
import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { deviceTabs } from './steps/devices.ts'
import { expect, test } from './fixtures.ts'

const file = join(import.meta.dirname, '../.github/images/recording.webp')
const maxBytes = 1_000_000

test('a call at the help desk is recorded for the README', async ({ page, withSession: _ }) => {
  test.skip(process.env.TRIPTYCH_PICTURES !== '1', 'only when somebody wants a new one')
  const { frame, save } = await recorder(page)
  await page.goto('/overview')
  await expect(page.getByRole('list', { name: 'Services' }).getByText('Certificates').first()).toBeVisible()
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0)
  await frame(2200)
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Look up' })).toBeFocused()
  await frame(600)
  for (const letter of 'okafor') {
    await page.keyboard.type(letter)
    await frame(160)
  }
  const found = page.getByRole('listbox', { name: 'Look up: results' }).getByRole('option')
  await expect(found.first()).toContainText('Okafor')
  await frame(1800)
  await page.getByRole('combobox', { name: 'Look up' }).fill('B9222222M')
  await expect(found.first()).toContainText('B9222222M')
  await frame(1000)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Amara Okafor')
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0)
  await frame(2600)
  for (const tab of deviceTabs.filter((name) => ['Restrictions', 'Apps', 'Command history'].includes(name))) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0)
    await frame(1600)
  }
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await frame(1600)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Certificates', exact: true }).click()
  await expect(page.getByRole('grid', { name: 'Certificates' })).toHaveAttribute('aria-busy', 'false')
  await frame(2000)
  await page.getByRole('tab', { name: 'Expiry' }).click()
  await expect(page.getByRole('main').locator('[aria-busy="true"]')).toHaveCount(0)
  await frame(2200)
  expect(save()).toBeLessThan(maxBytes)
})

/** Frames that stand for so many milliseconds each, as one animated picture. */
async function recorder(page: Page) {
  const folder = await mkdtemp(join(tmpdir(), 'recording-'))
  const frames: string[] = []
  return {
    frame: async (ms: number) => {
      const path = join(folder, `${String(frames.length).padStart(3, '0')}.png`)
      await page.screenshot({ path, scale: 'css', animations: 'disabled', caret: 'hide' })
      frames.push('-d', String(ms), path)
    },
    /** How many bytes it has. */
    save: () => {
      const { status, stderr } = spawnSync('img2webp', [
        '-loop',
        '0',
        '-lossy',
        '-q',
        '55',
        '-m',
        '6',
        ...frames,
        '-o',
        file,
      ])
      if (status !== 0) throw new Error(`img2webp: ${String(stderr)}`)
      return statSync(file).size
    },
  }
}
