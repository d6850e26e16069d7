import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { Problem } from '#contract/problem.ts'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { InRouter } from '../InRouter.tsx'

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
