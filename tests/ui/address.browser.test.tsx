import { useEffect, useLayoutEffect } from 'react'
import { createMemoryRouter, Link, RouterProvider, useNavigate } from 'react-router'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { SearchField } from '#ui/form/SearchField.tsx'
import { useAddressTexts } from '#ui/table/address.ts'
import { UiProvider } from '#ui/theme/UiProvider.tsx'

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

/** Changes go on while the router still shows the first of them. */
function QuickChanges() {
  const [{ search, from, to }, set] = useAddressTexts({ search: '', from: '', to: '' })
  const isFirst = search === 'camera' && from === '' && to === ''
  useLayoutEffect(() => {
    if (isFirst) set('from', '2026-11-20')
  })
  useEffect(() => {
    if (isFirst) set('to', '2026-11-21')
  })
  return (
    <button type="button" onClick={() => set('search', 'camera')}>
      Search
    </button>
  )
}

test('a change that the router shows late takes no later one away', async () => {
  const router = createMemoryRouter([{ path: '/', Component: QuickChanges }])
  await render(<RouterProvider router={router} />)
  await page.getByRole('button', { name: 'Search' }).click()
  await expect.poll(() => router.state.location.search).toBe('?search=camera&from=2026-11-20&to=2026-11-21')
})

function List() {
  const [{ search }, set] = useAddressTexts({ search: '' })
  return (
    <>
      <SearchField value={search} onChange={(text) => set('search', text)} />
      <Link to="/device">Reception</Link>
    </>
  )
}

test('who types and opens a device at once gets there, although the page is still on its way', async () => {
  const arrived = Promise.withResolvers<null>()
  const router = createMemoryRouter([
    { path: '/', Component: List },
    { path: '/device', loader: () => arrived.promise, Component: () => <h1>Reception</h1> },
  ])
  await render(
    <UiProvider>
      <RouterProvider router={router} />
    </UiProvider>,
  )
  await page.getByRole('searchbox').fill('rec')
  await userEvent.click(page.getByRole('link', { name: 'Reception' }))
  await new Promise((resolve) => setTimeout(resolve, 400)) // the pause after typing is over
  arrived.resolve(null)
  await expect.element(page.getByRole('heading', { name: 'Reception' })).toBeVisible()
  expect(router.state.location.pathname).toBe('/device')
})

function LateSearch() {
  const [{ search }, set] = useAddressTexts({ search: '' })
  const navigate = useNavigate()
  const open = () => {
    void navigate('/device')
    set('search', 'rec')
  }
  return (
    <>
      <output>{`Search: ${search}`}</output>
      <button type="button" onClick={open}>
        Open
      </button>
      <button type="button" onClick={() => set('search', 'again')}>
        Search
      </button>
    </>
  )
}

test('a search that ends in the moment of the click does not lead back, before anything of the way is drawn', async () => {
  const router = createMemoryRouter([
    { path: '/', Component: LateSearch },
    { path: '/device', loader: () => null, Component: () => <h1>Reception</h1> },
  ])
  await render(<RouterProvider router={router} />)
  await page.getByRole('button', { name: 'Open' }).click()
  await expect.element(page.getByRole('heading', { name: 'Reception' })).toBeVisible()
  expect(router.state.location.pathname).toBe('/device')
})

test('who turned back on the way can search again', async () => {
  const arrived = Promise.withResolvers<null>()
  const router = createMemoryRouter([
    { path: '/', Component: LateSearch },
    { path: '/device', loader: () => arrived.promise, Component: () => <h1>Reception</h1> },
  ])
  await render(<RouterProvider router={router} />)
  await page.getByRole('button', { name: 'Open' }).click()
  await router.navigate('/') // the way to the device ends here
  await page.getByRole('button', { name: 'Search' }).click()
  await expect.element(page.getByText('Search: again')).toBeVisible()
  arrived.resolve(null)
})
