import { createMemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { ClockNotice } from '#components/clock/ClockNotice.tsx'
import { endText } from '#components/issuing/form/end-text.ts'
import { ahead } from '#ui/values/clock.ts'
import { Moment } from '#ui/values/Moment.tsx'
import { absoluteTime } from '#ui/values/moment.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** The page of somebody whose server is ahead of their device by so much. */
async function open(aheadMs: number, at: Date) {
  const date = () => new Date(Date.now() + aheadMs).toUTCString()
  vi.spyOn(globalThis, 'fetch').mockImplementation(() =>
    Promise.resolve(new Response(null, { headers: { date: date() } })),
  )
  const element = (
    <>
      <ClockNotice />
      <Moment at={at} />
    </>
  )
  await renderRouter(createMemoryRouter([{ path: '/', element }]))
}

afterEach(() => {
  vi.restoreAllMocks()
  ahead.ms = 0
})

const notice = (text: RegExp) => page.getByText(text)

test.each([
  [-2 * dayMs, '2 days fast'],
  [2 * dayMs, '2 days slow'],
  [-10 * minuteMs, '10 minutes fast'],
  [-3 * 60 * minuteMs, '3 hours fast'],
])('a clock that differs by %d ms is told: %s', async (aheadMs, words) => {
  await open(aheadMs, new Date())
  await expect.element(page.getByText(`The clock of this device is ${words}`)).toBeVisible()
})

test('what is valid by the clock of the server is not told as over, and its end is counted by that clock', async () => {
  await open(-2 * dayMs, new Date(Date.now() - dayMs / 4))
  await expect.element(page.getByText('tomorrow')).toBeVisible()
  const expected = absoluteTime(new Date(Date.now() - 2 * dayMs)).slice(0, 6)
  expect(endText(0)).toContain(expected)
})

test('a clock that is a few seconds off is no news', async () => {
  await open(20_000, new Date(Date.now() - 1.3 * dayMs))
  await expect.element(page.getByText('yesterday')).toBeVisible()
  await expect.element(notice(/clock of this device/)).not.toBeInTheDocument()
})

test('a server that tells no time, or none that can be reached, changes nothing', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('no network'))
  const element = (
    <>
      <ClockNotice />
      <Moment at={new Date(Date.now() - 1.3 * dayMs)} />
    </>
  )
  await renderRouter(createMemoryRouter([{ path: '/', element }]))
  await expect.element(page.getByText('yesterday')).toBeVisible()
  await expect.element(notice(/clock of this device/)).not.toBeInTheDocument()
})
