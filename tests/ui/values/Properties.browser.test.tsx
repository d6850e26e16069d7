import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import '#ui/theme/print.css'
import { Properties } from '#ui/values/Properties.tsx'
import { InRouter } from '../InRouter.tsx'

beforeEach(() => page.viewport(390, 800))

const heightOf = (name: string) => page.getByRole('region', { name }).element().getBoundingClientRect().height

test('a value of 900 characters makes no tall card, and is shown as a whole on a press', async () => {
  const items = [{ label: 'Store URL', value: `https://store.example/${'x'.repeat(878)}` }]
  await render(<Properties title="App" items={items} />, { wrapper: InRouter })
  await expect.element(page.getByText(/^https:/)).toBeVisible()
  const cut = heightOf('App')
  expect(cut).toBeLessThan(220)
  await page.getByRole('button', { name: 'Show all 900 characters' }).click()
  await expect.element(page.getByRole('button', { name: 'Show less' })).toBeVisible()
  expect(heightOf('App')).toBeGreaterThan(cut)
})

test('a title of any length stays in its card', async () => {
  await render(<Properties title={'x'.repeat(900)} items={[]} />, { wrapper: InRouter })
  const title = page.getByRole('heading').element().getBoundingClientRect()
  expect(title.right).toBeLessThanOrEqual(390)
  expect(title.height).toBeLessThan(100)
})

test('a title that is cut off is shown as a whole in its tip', async () => {
  const title = 'x'.repeat(900)
  await render(<Properties title={title} items={[]} />, { wrapper: InRouter })
  const heading = page.getByRole('heading').element()
  heading.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
  await expect.element(page.getByRole('tooltip')).toMatchTextContent(title)
})

/** The rules for paper hold on the screen, until they are given back. */
function printing() {
  const rules = Array.from(document.styleSheets, ({ cssRules }) => Array.from(cssRules)).flat()
  const ofPaper = rules.filter((rule) => rule instanceof CSSMediaRule && rule.media.mediaText === 'print')
  const show = (media: string) => ofPaper.forEach((rule) => ((rule as CSSMediaRule).media.mediaText = media))
  show('all')
  return { [Symbol.dispose]: () => show('print') }
}

test('on paper nothing is cut', async () => {
  await render(
    <main>
      <Properties title={'x'.repeat(900)} items={[{ label: 'Note', value: 'y'.repeat(900) }]} />
    </main>,
    { wrapper: InRouter },
  )
  const [title, note] = [page.getByRole('heading').element(), page.getByText(/^y/).element()]
  const isCut = (element: Element) => element.scrollHeight > element.clientHeight + 1
  expect([title, note].map(isCut)).toEqual([true, true])
  using _ = printing()
  expect([title, note].map(isCut)).toEqual([false, false])
})
