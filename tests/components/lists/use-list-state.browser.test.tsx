import { useEffect, useLayoutEffect } from 'react'
import { createMemoryRouter, Link, Outlet, type RouteObject, RouterProvider, useNavigate } from 'react-router'
import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { listAddress, oneOf, searchText, textUpTo } from '#components/lists/list-address.ts'
import { useListState } from '#components/lists/use-list-state.ts'
import { searchAddress } from '#components/lists/use-searched-list.ts'
import { SearchField } from '#ui/form/SearchField.tsx'
import { useLeaving } from '#ui/table/address.ts'
import { UiProvider } from '#ui/theme/UiProvider.tsx'

const filters = listAddress({ search: searchText, which: oneOf('all', ['all', 'restricted']) })

function Filters() {
  const { state, show } = useListState(filters)
  const both = () => {
    show({ search: 'camera' })
    show({ which: 'restricted' })
  }
  return (
    <>
      <button type="button" onClick={both}>
        Both at once
      </button>
      <button type="button" onClick={() => show({ which: 'all' })}>
        All
      </button>
      <output>{`${state.search}, ${state.which}`}</output>
    </>
  )
}

test('two changes at once both reach the address, and what is as always leaves it', async () => {
  const router = createMemoryRouter([{ path: '/', Component: Filters }])
  await render(<RouterProvider router={router} />)
  await page.getByRole('button', { name: 'Both at once' }).click()
  await expect.element(page.getByText('camera, restricted')).toBeVisible()
  expect(router.state.location.search).toBe('?search=camera&which=restricted')
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await expect.element(page.getByText('camera, all')).toBeVisible()
  expect(router.state.location.search).toBe('?search=camera')
})

/** Changes go on while the router still shows the first of them. */
const days = listAddress({ search: searchText, from: textUpTo(20), to: textUpTo(20) })

function QuickChanges() {
  const { state, show } = useListState(days)
  const { search, from, to } = state
  const isFirst = search === 'camera' && from === '' && to === ''
  useLayoutEffect(() => {
    if (isFirst) show({ from: '2026-11-20' })
  })
  useEffect(() => {
    if (isFirst) show({ to: '2026-11-21' })
  })
  return (
    <button type="button" onClick={() => show({ search: 'camera' })}>
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

/** As the console does, which knows that somebody leaves. */
const withinFrame = (children: RouteObject[]) => createMemoryRouter([{ Component: Frame, children }])
function Frame() {
  useLeaving()
  return <Outlet />
}

function List() {
  const { state, show } = useListState(searchAddress)
  return (
    <>
      <SearchField value={state.search} onChange={(search) => show({ search }, true)} />
      <Link to="/device">Reception</Link>
    </>
  )
}

test('who types and opens a device at once gets there, although the page is still on its way', async () => {
  const arrived = Promise.withResolvers<null>()
  const router = withinFrame([
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
  const { state, show } = useListState(searchAddress)
  const navigate = useNavigate()
  const open = () => {
    void navigate('/device')
    show({ search: 'rec' })
  }
  return (
    <>
      <output>{`Search: ${state.search}`}</output>
      <button type="button" onClick={open}>
        Open
      </button>
      <button type="button" onClick={() => show({ search: 'again' })}>
        Search
      </button>
    </>
  )
}

test('a search that ends in the moment of the click does not lead back, before anything of the way is drawn', async () => {
  const router = withinFrame([
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
  const router = withinFrame([
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

function TwoLists() {
  useListState(filters)
  useListState(days)
  return <Link to="/device">Reception</Link>
}

test('two lists on a page are left without a complaint of the router', async () => {
  const complaints = vi.spyOn(console, 'warn')
  const router = withinFrame([
    { path: '/', Component: TwoLists },
    { path: '/device', Component: () => <h1>Reception</h1> },
  ])
  await render(<RouterProvider router={router} />)
  await page.getByRole('link', { name: 'Reception' }).click()
  await expect.element(page.getByRole('heading', { name: 'Reception' })).toBeVisible()
  expect(complaints).not.toHaveBeenCalled()
  complaints.mockRestore()
})
