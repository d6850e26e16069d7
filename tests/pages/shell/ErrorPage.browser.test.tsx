import { http, HttpResponse } from 'msw/http'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { network } from 'virtual:msw'
import { loadPart } from '#api/load-part.ts'
import { Problem } from '#contract/problem.ts'
import { ErrorPage } from '#pages/shell/ErrorPage.tsx'
import { useReload } from '#pages/shell/unloaded/use-reload.ts'
import { UiProvider } from '#ui/theme/UiProvider.tsx'

const styles = '/assets/Certificates-B4xQ.css'
afterEach(() => void vi.useRealTimers())

const unloaded = new Error(`Unable to preload CSS for ${styles}`)
const unloadedPart = await loadPart(() => Promise.reject(unloaded)).catch((problem: unknown) => problem as Problem)

/** A page whose loader, or code, fails as long as it is told to. */
async function open(failure: () => Error | undefined) {
  const loader = async () => {
    await new Promise(requestAnimationFrame) // no server answers before the page is drawn
    const error = failure()
    if (error) throw error
    return null
  }
  const router = createMemoryRouter([
    { path: '/', loader, ErrorBoundary: ErrorPage, element: <p>Certificates</p>, HydrateFallback: () => null },
  ])
  await render(
    <UiProvider>
      <RouterProvider router={router} />
    </UiProvider>,
  )
}

test.each([
  ['code', unloaded],
  ['loader', unloadedPart],
])('a page whose %s could not be loaded says so in plain words, and not in those of the browser', async (_, error) => {
  network.resetHandlers(http.get(styles, () => new HttpResponse(null, { status: 500 })))
  vi.spyOn(console, 'error').mockImplementation(() => {}) // the router reports what it shows
  await open(() => error)
  await expect.element(page.getByRole('alert')).toMatchTextContent('Part of this page could not be loaded')
  await expect.element(page.getByRole('alert')).toMatchTextContent('Reload the page.')
  await expect.element(page.getByText('It is loaded automatically as soon as the server has it.')).toBeVisible()
  expect(page.getByText(/preload CSS/).elements()).toEqual([])
})

test.each([
  ['has it', 200, unloaded],
  ['says that a newer console has other parts', 404, unloaded],
  ['has what a query needs', 200, unloadedPart],
])('the page is loaded anew as soon as the server %s, and not before', async (_, status, error) => {
  let [now, asked] = [500, 0]
  network.resetHandlers(
    http.get(styles, () => {
      asked += 1
      return new HttpResponse(null, { status: now })
    }),
  )
  const reload = vi.fn()
  function Missing() {
    useReload(error, reload)
    return null
  }
  await render(<Missing />)
  await expect.poll(() => asked).toBeGreaterThan(0)
  expect(reload).not.toHaveBeenCalled()
  now = status
  window.dispatchEvent(new Event('online'))
  await expect.poll(() => reload.mock.calls.length).toBeGreaterThan(0)
})

test('what a server could not tell is asked again by itself', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let isAway = true
  await open(() => (isAway ? new Problem('UNREACHABLE', undefined, { service: 'keys' }) : undefined))
  await expect.element(page.getByRole('alert')).toMatchTextContent('The server cannot be reached')
  await expect.poll(() => vi.getTimerCount()).toBe(1)
  isAway = false
  vi.advanceTimersToNextTimer()
  await expect.element(page.getByText('Certificates')).toBeVisible()
})
