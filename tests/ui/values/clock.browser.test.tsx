import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { useNow } from '#ui/values/clock.ts'

const start = Date.now() + 60_000

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: start }))
afterEach(() => vi.useRealTimers())

const Shown = ({ label }: { label: string }) => <p>{`${label} ${(useNow() - start) / 1000}`}</p>

test('what has just been made is not of the future for a page that is opened then', async () => {
  const view = await render(<Shown label="first" />)
  await expect.element(page.getByText('first 0')).toBeVisible()
  vi.setSystemTime(start + 8000)
  await view.rerender(
    <>
      <Shown label="first" />
      <Shown label="second" />
    </>,
  )
  await expect.element(page.getByText('second 8')).toBeVisible()
})
