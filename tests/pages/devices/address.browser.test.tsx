import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { useAddressTexts } from '#pages/devices/address.ts'

function Filters() {
  const [{ search, show }, set] = useAddressTexts({ search: '', show: 'all' })
  const both = () => {
    set('search', 'camera')
    set('show', 'restricted')
  }
  return (
    <>
      <button type="button" onClick={both}>
        Both at once
      </button>
      <button type="button" onClick={() => set('show', 'all')}>
        All
      </button>
      <output>{`${search}, ${show}`}</output>
    </>
  )
}

test('two changes at once both reach the address, and what is as always leaves it', async () => {
  const router = createMemoryRouter([{ path: '/', Component: Filters }])
  await render(<RouterProvider router={router} />)
  await page.getByRole('button', { name: 'Both at once' }).click()
  await expect.element(page.getByText('camera, restricted')).toBeVisible()
  expect(router.state.location.search).toBe('?search=camera&show=restricted')
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await expect.element(page.getByText('camera, all')).toBeVisible()
  expect(router.state.location.search).toBe('?search=camera')
})
