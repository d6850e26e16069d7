import { http, HttpResponse } from 'msw/http'
import { type ComponentType, type FunctionComponent, Suspense } from 'react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { network } from 'virtual:msw'
import { afterFirstPage } from '#components/area/after-first-page.ts'
import { notLoaded } from '#pages/shell/unloaded/NotLoaded.tsx'
import { later, unloaded } from '#ui/layout/later.ts'
import { UiProvider } from '#ui/theme/UiProvider.tsx'

const script = '/assets/Part-B4xQ.js'
const cause = new TypeError(`Failed to fetch dynamically imported module: ${script}`)
const { instead } = unloaded
const says = 'Part of this page could not be loaded'

beforeAll(() => {
  unloaded.instead = notLoaded
})
afterAll(() => {
  unloaded.instead = instead
})

type PartProps = { name: string; onClose?: () => void }

type Opening = {
  onClose?: () => void
  lazy?: (load: () => Promise<FunctionComponent<PartProps>>) => ComponentType<PartProps>
}

/** A page with a part whose code comes as often as it is told to. */
async function open(load: () => Error | undefined, { onClose, lazy = later }: Opening = {}) {
  network.resetHandlers(http.get(script, () => new HttpResponse('')))
  const Part = lazy(async () => {
    const failure = load()
    if (failure) throw failure
    return ({ name }: PartProps) => <p>Part of {name}</p>
  })
  await render(
    <UiProvider>
      <p>The page</p>
      <Suspense>
        <Part name="Grace" {...(onClose && { onClose })} />
      </Suspense>
    </UiProvider>,
  )
  await expect.element(page.getByRole('alert')).toMatchTextContent(says)
  await expect.element(page.getByText('The page')).toBeVisible()
}

test('a part that could not be loaded says so in its place, and comes when one tries again', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }) // it is not tried by itself
  let failure: Error | undefined = cause
  await open(() => failure)
  failure = undefined
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Part of Grace')).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  vi.useRealTimers()
})

test('a part of the frame that could not be loaded says so in its place, too', async () => {
  let failure: Error | undefined = cause
  await open(() => failure, { lazy: afterFirstPage })
  failure = undefined
  window.dispatchEvent(new Event('online'))
  await expect.element(page.getByText('Part of Grace')).toBeVisible()
})

test('a part of the frame that lacks nothing but a network says nothing, and comes with the network', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockImplementationOnce(() => {
    setTimeout(() => window.dispatchEvent(new Event('online')))
    return false
  })
  const said = vi.fn()
  const watch = new MutationObserver(() => {
    if (page.getByRole('alert').query()) said()
  })
  watch.observe(document.body, { childList: true, subtree: true })
  const load = vi.fn(async () => () => <p>Part of the frame</p>).mockRejectedValueOnce(cause)
  const Part = afterFirstPage(load)
  await render(<Part />, { wrapper: Suspense })
  await expect.element(page.getByText('Part of the frame')).toBeVisible()
  expect(said).not.toHaveBeenCalled()
  watch.disconnect()
  online.mockRestore()
})

test('it comes by itself as soon as the network is back', async () => {
  let failure: Error | undefined = cause
  await open(() => failure)
  failure = undefined
  window.dispatchEvent(new Event('online'))
  await expect.element(page.getByText('Part of Grace')).toBeVisible()
})

test('where the browser remembers that it could not be loaded, the page can be loaded anew', async () => {
  await open(() => cause)
  network.use(http.get(script, () => new HttpResponse('')))
  window.dispatchEvent(new Event('online'))
  await expect.element(page.getByRole('button', { name: 'Reload the page' })).toBeVisible()
})

test('a dialog that could not be loaded is a dialog that says so, and can be closed', async () => {
  const close = vi.fn()
  await open(() => cause, { onClose: close })
  await expect.element(page.getByRole('dialog', { name: 'Not loaded' })).toMatchTextContent(says)
  await page.getByRole('button', { name: 'Close' }).click()
  expect(close).toHaveBeenCalled()
})

test('what is no matter of loading goes to the page', async () => {
  await expect(notLoaded(new Error('broken'), async () => undefined)).rejects.toThrow('broken')
})
