import { useState } from 'react'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { Problem } from '#contract/problem.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { ProblemPanel } from '#ui/feedback/ProblemPanel.tsx'
import { createErrorRegistry, ErrorRegistryContext } from '#ui/feedback/error-registry.ts'
import { UiProvider } from '#ui/theme/UiProvider.tsx'

const away = () => new Problem('UNREACHABLE', undefined, { service: 'mdm' })
const alert = page.getByRole('alert')
const besides = page.getByText('Not loaded, for the reason stated on this page')

type Panel = { name: string; problem: Problem; onRetry?: () => void }

/** A page with these panels, each of which can go. */
function Panels({ panels, inDialog }: { panels: Panel[]; inDialog?: Problem }) {
  const [tellers] = useState(createErrorRegistry)
  const [gone, setGone] = useState<string[]>([])
  return (
    <ErrorRegistryContext value={tellers}>
      {panels.map(({ name, problem, onRetry }) => (
        <section key={name} aria-label={name}>
          {!gone.includes(name) && <ProblemPanel problem={problem} {...(onRetry && { onRetry: () => onRetry() })} />}
          <button type="button" onClick={() => setGone([...gone, name])}>
            {name} is back
          </button>
        </section>
      ))}
      {inDialog && (
        <Dialog title="Question">
          <ProblemPanel problem={inDialog} onRetry={() => undefined} />
        </Dialog>
      )}
    </ErrorRegistryContext>
  )
}

const open = (panels: Panel[], inDialog?: Problem) =>
  render(
    <UiProvider>
      <MemoryRouter>
        <Panels panels={panels} inDialog={inDialog} />
      </MemoryRouter>
    </UiProvider>,
  )

test('one cause is told once on a page, and one press tries all that failed for it', async () => {
  const [first, second] = [vi.fn(), vi.fn()]
  await open([
    { name: 'Devices', problem: away(), onRetry: first },
    { name: 'Certificates', problem: away(), onRetry: second },
  ])
  await expect.element(page.getByRole('region', { name: 'Devices' }).getByRole('alert')).toBeVisible()
  expect(alert.elements()).toHaveLength(1)
  expect(besides.elements()).toHaveLength(1)
  await page.getByRole('button', { name: 'Try again' }).click()
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1])
})

test('when the place that told it is well again, the next one tells it', async () => {
  await open([
    { name: 'Devices', problem: away(), onRetry: vi.fn() },
    { name: 'Certificates', problem: away(), onRetry: vi.fn() },
  ])
  await page.getByRole('button', { name: 'Devices is back' }).click()
  await expect.element(page.getByRole('region', { name: 'Certificates' }).getByRole('alert')).toBeVisible()
  expect(besides.elements()).toEqual([])
})

test.each([
  ['another server', new Problem('UNREACHABLE', undefined, { service: 'keys' })],
  ['another reason', new Problem('TRUNCATED', undefined, { service: 'mdm' })],
])('%s is another cause', async (_, problem) => {
  await open([
    { name: 'Devices', problem: away(), onRetry: vi.fn() },
    { name: 'Certificates', problem, onRetry: vi.fn() },
  ])
  await expect.poll(() => alert.elements().length).toBe(2)
})

test('what a person did, and what a dialog could not load, is told where they are', async () => {
  await open(
    [
      { name: 'Devices', problem: away(), onRetry: vi.fn() },
      { name: 'Lock', problem: away() },
    ],
    away(),
  )
  await expect.poll(() => page.getByText('The server cannot be reached').elements().length).toBe(3)
})
