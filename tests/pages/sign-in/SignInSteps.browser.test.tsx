import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { sessionQuery } from '#api/session.ts'
import { Problem } from '#contract/problem.ts'
import {
  currentSession,
  type SessionState,
  type SignedIn,
  signIn,
  signInOptions,
  signOut,
  startCloudSignIn,
  verifyOtp,
} from '#contract/session.ts'
import { SignInChoices } from '#pages/sign-in/SignInChoices.tsx'
import { SignInSteps } from '#pages/sign-in/SignInSteps.tsx'
import { UiProvider } from '#ui/theme/UiProvider.tsx'
import { type Answers, answering } from '../../support/answering.ts'

const awaitingCode: SessionState = { state: 'otp', message: 'We sent a code to a•••@example.org', rememberDays: 30 }
const signedIn: SignedIn = {
  state: 'signed-in',
  demo: false,
  by: 'password',
  site: { name: 'test', title: 'Test' },
  sites: [{ name: 'test', title: 'Test' }],
  user: { name: 'anna', email: '', authType: 'local_authentication', permissions: [] },
}

const options = { site: signedIn.site, sites: signedIn.sites, password: true, domains: [], trouble: false }

function Steps() {
  const { data } = useQuery(sessionQuery)
  if (data?.state === 'signed-in') return <h1>Welcome, {data.user.name}</h1>
  return data && <SignInSteps session={data} first={<SignInChoices />} />
}

async function open(answers: Answers, before: SessionState = { state: 'signed-out' }) {
  const calls = answering({
    [currentSession.id]: () => before,
    [signInOptions.id]: options,
    ...answers,
  })
  await render(
    <UiProvider>
      <QueryClientProvider client={queryClient}>
        <Steps />
      </QueryClientProvider>
    </UiProvider>,
  )
  return { calls }
}

const welcome = () => page.getByRole('heading', { name: 'Welcome, anna' })
const userName = () => page.getByRole('textbox', { name: 'User name', exact: true })
const password = () => page.getByRole('textbox', { name: 'Password', exact: true })
const code = () => page.getByRole('textbox', { name: 'One-time code', exact: true })
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

beforeEach(() => queryClient.clear())
afterEach(() => vi.useRealTimers())

test('a wrong password is explained; the name stays, the password is to be typed again', async () => {
  await open({ [signIn.id]: () => new Problem('WRONG_CREDENTIALS') })
  await userName().fill('anna')
  await password().fill('guess')
  await press('Sign in')
  await expect.element(page.getByRole('alert')).toMatchTextContent('Incorrect user name or password')
  await expect.element(userName()).toHaveValue('anna')
  await expect.element(password()).toHaveValue('')
  await expect.element(password()).toHaveFocus()
})

test('a password is nowhere once it is sent', async () => {
  const { calls } = await open({ [signIn.id]: () => signedIn })
  await userName().fill('anna')
  await password().fill('correct horse')
  await userEvent.keyboard('{Enter}')
  await expect.element(welcome()).toBeVisible()
  expect(calls.find(({ row }) => row === signIn.id)?.body).toMatchObject({
    username: 'anna',
    password: 'correct horse',
  })
  const kept = [
    ...queryClient
      .getQueryCache()
      .getAll()
      .map(({ state }) => state),
    ...queryClient
      .getMutationCache()
      .getAll()
      .map(({ state }) => state),
    document.documentElement.outerHTML,
    ...Array.from(document.querySelectorAll('input'), ({ value }) => value),
    Object.entries(localStorage),
    Object.entries(sessionStorage),
    window.location.href,
  ]
  expect(JSON.stringify(kept)).not.toContain('correct horse')
})

test('what is missing is said at its field before anything is sent', async () => {
  const { calls } = await open({ [signIn.id]: () => signedIn })
  await password().fill('x')
  await press('Sign in')
  await expect.element(page.getByText('Enter your user name')).toBeVisible()
  await expect.element(userName()).toHaveFocus()
  expect(calls.filter(({ row }) => row === signIn.id)).toEqual([])
})

test('where there are directory domains, one chooses between them and a local account', async () => {
  const { calls } = await open({
    [signInOptions.id]: { ...options, domains: ['EXAMPLE'] },
    [signIn.id]: () => signedIn,
  })
  await expect.element(page.getByRole('combobox', { name: 'Sign in to' })).toHaveDisplayValue('Local account')
  await page.getByRole('combobox', { name: 'Sign in to' }).selectOptions('EXAMPLE')
  await userName().fill('anna')
  await password().fill('secret')
  await press('Sign in')
  await expect
    .poll(() => calls.find(({ row }) => row === signIn.id)?.body)
    .toMatchObject({ auth_type: 'ad_authentication', domainName: 'EXAMPLE' })
})

test('where no directory domain is known, one can be typed; without one it is a local account', async () => {
  const { calls } = await open({ [signIn.id]: () => new Problem('WRONG_CREDENTIALS') })
  const sent = () => calls.filter(({ row }) => row === signIn.id).map(({ body }) => body)
  await userName().fill('anna')
  await password().fill('secret')
  await press('Sign in')
  await expect.poll(sent).toMatchObject([{ auth_type: 'local_authentication' }])
  await page.getByRole('textbox', { name: 'Domain', exact: true }).fill('EXAMPLE')
  await password().fill('secret')
  await press('Sign in')
  await expect.poll(() => sent()[1]).toMatchObject({ auth_type: 'ad_authentication', domainName: 'EXAMPLE' })
})

test('a lock counts down, and lets one try again when it is over', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  await open({ [signIn.id]: () => new Problem('TOO_MANY_ATTEMPTS', undefined, { retryAfterSeconds: 75 }) })
  await userName().fill('anna')
  await password().fill('guess')
  await press('Sign in')
  await expect.element(page.getByRole('timer')).toMatchTextContent('1:15 min')
  await expect.element(page.getByRole('button', { name: 'Sign in' })).toBeDisabled()
  vi.advanceTimersByTime(30_000)
  await expect.element(page.getByRole('timer')).toMatchTextContent('45 s')
  vi.advanceTimersByTime(45_000)
  await expect.element(page.getByText('You can try again now.')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Sign in' })).toBeEnabled()
})

test('the code step shows what the server says as text, and stands there again after a reload', async () => {
  await open({}, { state: 'otp', message: 'Code for <img src=x onerror=alert(1)>', rememberDays: 0 })
  await expect.element(page.getByText('Code for <img src=x onerror=alert(1)>')).toBeVisible()
  await expect.element(code()).toHaveFocus()
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument()
})

test('a wrong code is explained, and the field is ready for the next', async () => {
  await open({ [verifyOtp.id]: () => new Problem('WRONG_CODE') }, awaitingCode)
  await code().fill('123456')
  await press('Verify')
  await expect.element(page.getByRole('alert')).toMatchTextContent('The code is incorrect or has expired')
  await expect.element(code()).toHaveValue('')
  await expect.element(code()).toHaveFocus()
})

test('after a code that came too late, nothing but a new sign-in is offered', async () => {
  const answers = { [verifyOtp.id]: () => new Problem('OTP_EXPIRED'), [signOut.id]: { state: 'signed-out' } }
  await open(answers, awaitingCode)
  await code().fill('123456')
  await press('Verify')
  await expect.element(page.getByRole('alert')).toMatchTextContent('This sign-in timed out')
  await expect.element(code()).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'Sign in again' })).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(userName()).toBeVisible()
})

test('the right code signs in, and the device is remembered when asked for', async () => {
  const { calls } = await open({ [verifyOtp.id]: () => signedIn }, awaitingCode)
  await page.getByRole('checkbox', { name: 'Remember this device for 30 days' }).click()
  await code().fill('123 456')
  await userEvent.keyboard('{Enter}')
  await expect.element(welcome()).toBeVisible()
  expect(calls.find(({ row }) => row === verifyOtp.id)?.body).toEqual({ otp: '123456', remember: true })
})

test('whoever has no code starts again, and keeps the colors that were chosen', async () => {
  localStorage.setItem('triptych-color-scheme', 'dark')
  const clearing = () => {
    localStorage.clear() // what Clear-Site-Data does
    return { state: 'signed-out' }
  }
  await open({ [signOut.id]: clearing }, awaitingCode)
  await press('Use another account')
  await expect.element(userName()).toBeVisible()
  expect(localStorage.getItem('triptych-color-scheme')).toBe('dark')
  localStorage.clear()
})

test('by an identity provider alone, there is no password to type', async () => {
  const cloud = { ...options, password: false, cloud: 'Example ID' }
  const { calls } = await open({ [signInOptions.id]: cloud, [startCloudSignIn.id]: new Problem('UNREACHABLE') })
  await page.getByRole('button', { name: 'Sign in with Example ID' }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent('The server cannot be reached')
  await expect.element(password()).not.toBeInTheDocument()
  expect(calls.find(({ row }) => row === startCloudSignIn.id)?.body).toEqual({ returnTo: '/' })
})

test('a server that is slow to say how one can sign in holds nobody up', async () => {
  const never = Promise.withResolvers<Record<string, unknown>>()
  const { calls } = await open({ [signInOptions.id]: () => never.promise, [signIn.id]: () => signedIn })
  await userName().fill('anna')
  await password().fill('secret')
  await press('Sign in')
  await expect.element(welcome()).toBeVisible()
  expect(calls.map(({ row }) => row)).toContain(signIn.id)
  never.resolve(options)
})

test('both ways in stand side by side, and trouble is told before anybody tries', async () => {
  await open({ [signInOptions.id]: { ...options, cloud: 'Example ID', trouble: true } })
  await expect.element(password()).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Sign in with Example ID' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'View connection health' })).toHaveAttribute('href', '/health')
})

test('the first time with an authenticator app, the page shows what the app has to be given', async () => {
  const enrollment = { secret: 'JBSWY3DPEHPK3PXP', address: 'otpauth://totp/Triptych:anna?secret=JBSWY3DPEHPK3PXP' }
  const { calls } = await open({ [verifyOtp.id]: () => signedIn }, { ...awaitingCode, enrollment })
  await expect.element(page.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible()
  await expect.element(page.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Copy key' })).toBeVisible()
  await code().fill('123456')
  await press('Verify')
  await expect.element(welcome()).toBeVisible()
  expect(calls.find(({ row }) => row === verifyOtp.id)?.body).toMatchObject({ otp: '123456' })
})

test.each([
  ['Google authentication already created for this user. Validate OTP', 'Your authenticator app shows the code.'],
  ['Mail has been sent to the mail address', 'The code is sent by email. This may take a minute.'],
])('where the server says “%s”, the page says where to look', async (message, hint) => {
  await open({}, { ...awaitingCode, message })
  await expect.element(page.getByText(hint)).toBeVisible()
  await expect.element(page.getByText(message)).toBeVisible()
})
