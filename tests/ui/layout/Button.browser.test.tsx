import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { Button } from '#ui/layout/layout.ts'
import { UiProvider } from '#ui/theme/UiProvider.tsx'

const Deploy = ({ loading }: { loading: boolean }) => (
  <UiProvider>
    <Button loading={loading}>Deploy</Button>
  </UiProvider>
)

const middleOf = (element: Element) => {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}

/** In pixels; what turns is drawn at fractions of them. */
const distance = (one: Element, other: Element) => {
  const [from, to] = [middleOf(one), middleOf(other)]
  return Math.hypot(from.x - to.x, from.y - to.y)
}

test('the spinner of a button that works stands in its middle, also without motion', async () => {
  expect(matchMedia('(prefers-reduced-motion: reduce)').matches).toBe(true)
  const view = await render(<Deploy loading={false} />)
  await view.rerender(<Deploy loading />)
  const button = page.getByRole('button', { name: 'Deploy' }).element()
  await expect.poll(() => button.querySelector('[aria-hidden] > *')).not.toBeNull()
  const spinner = button.querySelector('[aria-hidden] > *') ?? button
  await expect.poll(() => distance(spinner, button)).toBeLessThan(2)
})
