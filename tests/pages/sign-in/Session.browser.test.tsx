import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { query } from '#api/query.ts'
import { sessionQuery } from '#api/session.ts'
import { listDevices } from '#contract/mdm/devices.ts'
import { Problem } from '#contract/problem.ts'
import { currentSession, type SessionState, signIn, signInOptions, verifyOtp } from '#contract/session.ts'
import { Session } from '#pages/sign-in/Session.tsx'
import { UiProvider } from '#ui/UiProvider.tsx'
import { answering } from '../../support/answering.ts'

const signedIn: SessionState = {
  state: 'signed-in',
  demo: false,
  by: 'password',
  site: { name: 'test', title: 'Test' },
  sites: [{ name: 'test', title: 'Test' }],
  user: { name: 'anna', email: '', authType: 'local_authentication', permissions: [] },
}

function NotesPage() {
  const { data, refetch } = useQuery(query(listDevices, {}))
  return (
    <>
      <h1>{data ? `${data.rows.length} devices` : 'No devices yet'}</h1>
      <textarea aria-label="Notes" />
      <button type="button" onClick={() => void refetch()}>
        Reload
      </button>
    </>
  )
}

beforeEach(() => queryClient.clear())

test('when the session ends, one signs in again on top of the page, and nothing typed is lost', async () => {
  let session: SessionState = signedIn
  answering({
    [currentSession.id]: () => session,
    [signInOptions.id]: () => ({ domains: [] }),
    [listDevices.id]: () => (session === signedIn ? { devices: [{}, {}] } : new Problem('SIGNED_OUT')),
    [signIn.id]: () => (session = { state: 'otp', message: 'Enter the code', rememberDays: 0 }),
    [verifyOtp.id]: () => (session = signedIn),
  })
  queryClient.setQueryData(sessionQuery.queryKey, signedIn)
  const router = createMemoryRouter([{ Component: Session, children: [{ path: '/', Component: NotesPage }] }])
  await render(
    <UiProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </UiProvider>,
  )
  await page.getByRole('textbox', { name: 'Notes' }).fill('half a sentence')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()

  session = { state: 'signed-out' }
  await page.getByRole('button', { name: 'Reload' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await expect.element(dialog.getByRole('textbox', { name: 'User name' })).toHaveValue('anna')
  await dialog.getByRole('textbox', { name: 'Password', exact: true }).fill('secret')
  await dialog.getByRole('button', { name: 'Sign in' }).click()
  await dialog.getByRole('textbox', { name: 'One-time code' }).fill('123456')
  await dialog.getByRole('button', { name: 'Verify' }).click()

  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(page.getByRole('textbox', { name: 'Notes' })).toHaveValue('half a sentence')
  await expect.element(page.getByRole('heading', { name: '2 devices' })).toBeVisible()
  await expect
    .poll(() =>
      queryClient
        .getQueryCache()
        .getAll()
        .map(({ state }) => state.status),
    )
    .not.toContain('error')
})
