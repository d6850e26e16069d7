import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { Moment } from '#ui/values/Moment.tsx'
import { InRouter } from '../InRouter.tsx'

const at = new Date('2026-11-21T09:40:00Z')
const now = new Date('2026-11-21T12:00:00Z')
/** Where the focus and the pointer are first, whatever was on the page before. */
const before = (
  <button key="before" type="button">
    Before
  </button>
)
const start = page.getByRole('button', { name: 'Before' })

test('a time reads as people say it, and by keyboard also tells local time, zone and the value as it came', async () => {
  await render([before, <Moment key="at" at={at} raw="1795254000000" now={now} />], { wrapper: InRouter })
  await expect.element(page.getByText('2 hours ago')).toBeVisible()
  await start.click()
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByRole('tooltip')).toHaveTextContent('21 Nov 2026, 09:40:00 UTC (1795254000000)')
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('tooltip')).not.toBeInTheDocument()
})

test('a missing time is a dash, never 1970; what came instead is at hand', async () => {
  await render([before, <Moment key="at" at={undefined} raw="-1" now={now} />], { wrapper: InRouter })
  await start.hover()
  await page.getByText('–').hover()
  await expect.element(page.getByRole('tooltip')).toHaveTextContent('No time: -1')
})

test('a time in a form that nobody knows stays as it came', async () => {
  await render(<Moment at={undefined} raw="03/04/2027 10:00" now={now} />, { wrapper: InRouter })
  await expect.element(page.getByText('03/04/2027 10:00')).toBeVisible()
})
