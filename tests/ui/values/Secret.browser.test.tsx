import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { Secret } from '#ui/values/Secret.tsx'
import { InRouter } from '../InRouter.tsx'

const secret = 'correct horse battery'
const show = async () => {
  await render(<Secret label="firmware password" reveal={() => secret} />, { wrapper: InRouter })
  expect(document.body.textContent).not.toContain(secret)
  await page.getByRole('button', { name: 'Show firmware password' }).click()
  await expect.element(page.getByText(secret)).toBeVisible()
}

afterEach(() => {
  vi.useRealTimers()
})

test('a secret is not in the page until it is asked for, and goes on request', async () => {
  await show()
  await page.getByRole('button', { name: 'Hide firmware password' }).click()
  expect(document.body.textContent).not.toContain(secret)
})

test('a secret that was shown hides by itself after 30 seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await show()
  vi.advanceTimersByTime(29_000)
  await expect.element(page.getByText(secret)).toBeVisible()
  vi.advanceTimersByTime(2000)
  await expect.element(page.getByText(secret)).not.toBeInTheDocument()
})

test('a secret hides when the tab is left', async () => {
  await show()
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(page.getByText(secret)).not.toBeInTheDocument()
})
