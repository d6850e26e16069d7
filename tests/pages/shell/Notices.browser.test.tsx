import { createMemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { listConcerns } from '#contract/attention/list-concerns.ts'
import { Notices } from '#pages/shell/Notices.tsx'
import { answering } from '../../support/answering.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'
import { signedInWith } from '../devices/signed-in.ts'

beforeEach(() => queryClient.clear())

test('while the console has not answered, the bell shows no number and nothing is called complete', async () => {
  signedInWith('SOM_Read')
  const concerns = Promise.withResolvers<Record<string, unknown>>()
  answering({ [listConcerns.id]: () => concerns.promise })
  await renderRouter(createMemoryRouter([{ path: '/', Component: Notices }]))
  const bell = page.getByRole('button', { name: /^Notices/ })
  await bell.click()
  await expect.poll(() => queryClient.isFetching({ queryKey: [listConcerns.id] })).toBe(1)
  await expect.element(bell).toHaveAccessibleName('Notices')
  await expect.element(page.getByText('Loading')).toBeInTheDocument()
  expect(page.getByText('No notices.').elements()).toEqual([])

  const rows = [1, 2].map((id) => ({
    id: `agent ${id}`,
    state: '29',
    kind: 'failed',
    urgent: false,
    title: `PC-${id}`,
    why: 'Agent installation failed',
    to: `/desktops/computers/${id}`,
  }))
  concerns.resolve({ rows, failed: [], waiting: [], limited: [], notReported: [], notAllowed: [] })
  await expect.element(page.getByRole('list', { name: 'Notices' }).getByText('PC-1')).toBeVisible()
  await expect.element(bell).toHaveAccessibleName('Notices: 2')
})

test('while a server has not answered, the bell shows what is known, and no zero', async () => {
  signedInWith('SOM_Read')
  const waiting = ['silent desktops']
  const nothing = { rows: [], failed: [], limited: [], notReported: [], notAllowed: [] }
  answering({ [listConcerns.id]: { ...nothing, waiting } })
  await renderRouter(createMemoryRouter([{ path: '/', Component: Notices }]))
  const bell = page.getByRole('button', { name: /^Notices/ })
  await bell.click()
  await expect.element(page.getByText('Still loading: silent desktops.')).toBeVisible()
  await expect.element(bell).toHaveAccessibleName('Notices')
  expect(page.getByText('No notices.').elements()).toEqual([])
})
