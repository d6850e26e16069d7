import { useEffect } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { useCountdown, useNow } from '#ui/values/clock.ts'

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

test('a wait is never over at once because the clock of the machine was set back', async () => {
  const seen: number[] = []
  const Wait = ({ from }: { from: number }) => {
    const seconds = useCountdown(from + 4000)
    useEffect(() => void seen.push(seconds))
    return <p>{`${seconds} s`}</p>
  }
  vi.setSystemTime(start + 60_000)
  const { unmount } = await render(<Wait from={start + 60_000} />)
  await expect.element(page.getByText('4 s')).toBeVisible()
  await unmount()
  vi.setSystemTime(start)
  await render(<Wait from={start} />)
  await expect.element(page.getByText('4 s')).toBeVisible()
  expect(seen).not.toContain(0)
})
