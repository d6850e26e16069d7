import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { Problem } from '#contract/problem.ts'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { InRouter } from '../InRouter.tsx'

afterEach(() => void vi.useRealTimers())

test('a problem says what the server said, what it means and what to do next, and can be tried again', async () => {
  const retry = vi.fn()
  const problem = new Problem('CMD0001', 'Phone 7 is not <b>enrolled</b>', { raw: { id: 9007199254740993n } })
  await render(<ProblemPanel problem={problem} onRetry={retry} />, { wrapper: InRouter })
  const panel = page.getByRole('alert')
  await expect.element(panel).toMatchTextContent('Phone 7 is not <b>enrolled</b>')
  await expect.element(panel).toMatchTextContent('Command not applicable for device')
  await expect.element(panel).toMatchTextContent('Reload the device to see the available actions.')

  await page.getByText('Details: CMD0001, mdm, HTTP 412').click()
  await expect.element(panel).toMatchTextContent('9007199254740993')

  await page.getByRole('button', { name: 'Try again' }).click()
  expect(retry).toHaveBeenCalledOnce()
})

test('what the server has said already is not said a second time', async () => {
  const problem = new Problem('UNREACHABLE', 'The server cannot be reached (ECONNREFUSED)')
  await render(<ProblemPanel problem={problem} />, { wrapper: InRouter })
  await expect.element(page.getByText('The server cannot be reached (ECONNREFUSED)')).toBeVisible()
  expect(page.getByText('The server cannot be reached.', { exact: true }).elements()).toHaveLength(0)
})

test('what the console has said already in other words is not said a second time', async () => {
  const problem = new Problem('HELD', 'Nothing was sent. “Wipe” waits for a second person’s approval.')
  await render(<ProblemPanel problem={problem} />, { wrapper: InRouter })
  await expect.element(page.getByRole('alert')).toMatchTextContent('“Wipe” waits for a second person’s approval.')
  expect(page.getByText(/^Nothing was sent. The request waits/).elements()).toHaveLength(0)
})

test.each([
  new Problem('FORBIDDEN', 'Your account needs Common_Admin'),
  new Problem('IAM0027', 'The scope som.read is missing'),
  new Problem('HTTP_403', 'Not for you', { service: 'mdm', status: 403 }),
])('a missing permission is stated and not tried again: $message', async (problem) => {
  await render(<ProblemPanel problem={problem} onRetry={vi.fn()} />, { wrapper: InRouter })
  await expect.element(page.getByText(problem.message)).toBeVisible()
  expect(page.getByRole('button', { name: 'Try again' }).elements()).toHaveLength(0)
})

test('a canceled confirmation of the identity can be tried again', async () => {
  await render(<ProblemPanel problem={new Problem('NOT_CONFIRMED')} onRetry={vi.fn()} />, { wrapper: InRouter })
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('a rate limit is waited for, and then the console asks again by itself', async () => {
  const start = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  const retry = vi.fn()
  const problem = new Problem('COM0002', undefined, { retryAfterSeconds: 2 })
  await render(<ProblemPanel problem={problem} onRetry={retry} />, { wrapper: InRouter })
  await expect.element(page.getByRole('alert')).toMatchTextContent('Trying again automatically in 2 s.')
  expect(retry).not.toHaveBeenCalled()
  vi.setSystemTime(start + 2_000)
  await expect.poll(() => retry.mock.calls.length, { timeout: 20_000 }).toBe(1)
})

test('a wait of the server ends when it is over, and not a moment before', async () => {
  // It stands still, whatever the time of the machine does.
  let at = Date.now()
  const start = at
  vi.spyOn(Date, 'now').mockImplementation(() => at)
  const retry = vi.fn()
  const problem = new Problem('COM0002', undefined, { retryAfterSeconds: 2 })
  await render(<ProblemPanel problem={problem} onRetry={retry} />, { wrapper: InRouter })
  await expect.element(page.getByRole('alert')).toMatchTextContent('Trying again automatically in 2 s.')
  at = start + 1_999
  await expect.element(page.getByRole('alert')).toMatchTextContent('Trying again automatically in 1 s.')
  expect(retry).not.toHaveBeenCalled()
  at = start + 2_000
  await expect.poll(() => retry.mock.calls.length, { timeout: 20_000 }).toBe(1)
})

test('a wait that is over while nobody looks goes on as soon as somebody does', async () => {
  const start = Date.now()
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  const retry = vi.fn()
  const problem = new Problem('COM0002', undefined, { retryAfterSeconds: 2 })
  await render(<ProblemPanel problem={problem} onRetry={retry} />, { wrapper: InRouter })
  await expect.element(page.getByRole('alert')).toMatchTextContent('Trying again automatically in 2 s.')
  vi.setSystemTime(start + 3_000)
  await expect.element(page.getByText('The wait is over.')).toBeInTheDocument()
  expect(retry).not.toHaveBeenCalled()
  hidden.mockRestore()
  document.dispatchEvent(new Event('visibilitychange'))
  document.dispatchEvent(new Event('visibilitychange'))
  expect(retry).toHaveBeenCalledOnce()
})

test('a secret that was asked for too often is waited for, and asked for by a person alone', async () => {
  const retry = vi.fn()
  const problem = new Problem('TOO_MANY_REVEALS', undefined, { retryAfterSeconds: 1 })
  await render(<ProblemPanel problem={problem} onRetry={retry} />, { wrapper: InRouter })
  await expect.element(page.getByText('The wait is over.')).toBeVisible()
  expect(retry).not.toHaveBeenCalled()
})

test('a server that wants an API key leads to the form for it', async () => {
  await render(<ProblemPanel problem={new Problem('KEY_NEEDED', undefined, { service: 'mdm' })} />, {
    wrapper: InRouter,
  })
  const link = page.getByRole('link', { name: 'Enter the API key' })
  await expect.element(link).toHaveAttribute('href', '/settings/api-keys?service=mdm')
})
