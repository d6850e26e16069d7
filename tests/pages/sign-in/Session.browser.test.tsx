import { useQuery } from '@tanstack/react-query'
import { createMemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { query } from '#api/query.ts'
import { verifySession, sessionQuery } from '#api/session.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { Problem } from '#contract/problem.ts'
import {
  currentSession,
  type SessionState,
  type SignedIn,
  signIn,
  signInOptions,
  startCloudSignIn,
  verifyOtp,
} from '#contract/session.ts'
import { Session } from '#pages/sign-in/Session.tsx'
import { answering } from '../../support/answering.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'

const signedIn: SignedIn = {
  state: 'signed-in',
  demo: false,
  by: 'password',
  site: { name: 'test', title: 'Test' },
  sites: [{ name: 'test', title: 'Test' }],
  user: { name: 'anna', email: '', authType: 'local_authentication', permissions: [] },
}

const options = { site: signedIn.site, sites: signedIn.sites, password: true, domains: [], trouble: false }

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

const notes = () => page.getByRole('textbox', { name: 'Notes' })
const dialog = () => page.getByRole('dialog', { name: 'Sign in again' })

async function open(before: SignedIn) {
  queryClient.setQueryData(sessionQuery.queryKey, before)
  const router = createMemoryRouter([{ Component: Session, children: [{ path: '/', Component: NotesPage }] }])
  await renderRouter(router)
  // A list that is still on its way would be the first to meet the end of the session.
  await expect.element(page.getByRole('heading', { name: /^\d+ devices$/ })).toBeVisible()
  await notes().fill('half a sentence')
}

beforeEach(() => queryClient.clear())

test('when the session ends, one signs in again on top of the page, and nothing typed is lost', async () => {
  let session: SessionState = signedIn
  answering({
    [currentSession.id]: () => session,
    [signInOptions.id]: options,
    [listDevices.id]: () => (session === signedIn ? { devices: [{}, {}] } : new Problem('SIGNED_OUT')),
    [signIn.id]: () => (session = { state: 'otp', message: 'Enter the code', rememberDays: 0 }),
    [verifyOtp.id]: () => (session = signedIn),
  })
  await open(signedIn)
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

test('signing in again in another tab lets this one go on', async () => {
  let session: SessionState = signedIn
  const calls = answering({
    [currentSession.id]: () => session,
    [signInOptions.id]: options,
    [listDevices.id]: () => (session === signedIn ? { devices: [{}, {}, {}] } : new Problem('SIGNED_OUT')),
  })
  await open(signedIn)
  session = { state: 'signed-out' }
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect.element(dialog()).toBeVisible()
  session = signedIn
  await verifySession() // what main.tsx does when another tab tells
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { name: '3 devices' })).toBeVisible()
  await expect.element(notes()).toHaveValue('half a sentence')
  expect(calls.map(({ row }) => row)).not.toContain(signIn.id)
})

test('a session of the identity provider is begun again in a window beside the page', async () => {
  const beside = { location: { replace: vi.fn() }, close: vi.fn() }
  vi.spyOn(window, 'open').mockReturnValue(beside as unknown as Window)
  let ended = false
  const calls = answering({
    [currentSession.id]: { state: 'signed-out' },
    [signInOptions.id]: { ...options, cloud: 'Example ID' },
    [listDevices.id]: () => (ended ? new Problem('SIGNED_OUT') : { devices: [] }),
    [startCloudSignIn.id]: { address: 'https://id.example/auth' },
  })
  await open({ ...signedIn, by: 'cloud' })
  ended = true
  await page.getByRole('button', { name: 'Reload' }).click()
  await dialog().getByRole('button', { name: 'Sign in with Example ID' }).click()
  await expect.poll(() => beside.location.replace.mock.calls).toEqual([['https://id.example/auth']])
  expect(calls.find(({ row }) => row === startCloudSignIn.id)?.body).toEqual({ inWindow: true })
  await expect.element(notes()).toHaveValue('half a sentence')
})
