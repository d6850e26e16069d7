import { QueryClientProvider } from '@tanstack/react-query'
import { useState, useTransition } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { call } from '#api/call.ts'
import { queryClient } from '#api/client.ts'
import { problemOf } from '#api/problem.ts'
import { sessionQuery } from '#api/session.ts'
import { confirmIdentity } from '#contract/console/account.ts'
import { getSshKeyPassphrase } from '#contract/keys/ssh.ts'
import { Problem } from '#contract/problem.ts'
import { currentSession, type SessionState, type SignedIn, signInOptions } from '#contract/session.ts'
import { ConfirmIdentity } from '#pages/sign-in/ConfirmIdentity.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { UiProvider } from '#ui/theme/UiProvider.tsx'
import { type Answers, answering } from '../../support/answering.ts'
import { otherTab } from '../../support/other-tab.ts'

const sites = [{ name: 'test', title: 'Test' }]
const signedIn: SignedIn = {
  state: 'signed-in',
  demo: false,
  by: 'password',
  site: { name: 'test', title: 'Test' },
  sites,
  user: { name: 'anna', email: '', authType: 'local_authentication', permissions: [] },
}

/** As pages do it: the call is part of a transition, and what comes of it is shown. */
function Reveal() {
  const [text, setText] = useState('')
  const [pending, startTransition] = useTransition()
  const reveal = () =>
    startTransition(async () => {
      const { passphrase } = await call(getSshKeyPassphrase, { keyName: 'build' }).catch((error: unknown) => ({
        passphrase: problemOf(error).message,
      }))
      setText(passphrase ?? '')
    })
  return (
    <>
      <button type="button" disabled={pending} onClick={reveal}>
        Show
      </button>
      <output>{text}</output>
    </>
  )
}

let confirmed = false
async function open(answers: Answers, { by = 'password', page: shown = <Reveal /> }: Partial<Shown> = {}) {
  confirmed = false
  const session: SessionState = { ...signedIn, by }
  const calls = answering({
    [getSshKeyPassphrase.id]: () =>
      confirmed
        ? {
            name: 'getSSHKeyPassphrase',
            result: { status: 'Success', message: '' },
            details: { passphrase: 'open sesame' },
          }
        : new Problem('CONFIRM_IDENTITY'),
    [currentSession.id]: session,
    [signInOptions.id]: { site: sites[0], sites, password: true, domains: [], trouble: false, cloud: 'Example ID' },
    ...answers,
  })
  queryClient.setQueryData(sessionQuery.queryKey, session)
  await render(
    <UiProvider>
      <QueryClientProvider client={queryClient}>
        {shown}
        <ConfirmIdentity user={signedIn.user} by={by} />
      </QueryClientProvider>
    </UiProvider>,
  )
  return calls
}
type Shown = { by: SignedIn['by']; page: React.ReactNode }

const yes = () => {
  confirmed = true
  return { state: 'confirmed', until: Date.now() + 300_000 }
}
const show = () => page.getByRole('button', { name: 'Show', exact: true })
const dialog = () => page.getByRole('dialog', { name: 'Confirm that it is you' })
const password = () => dialog().getByRole('textbox', { name: 'Password', exact: true })
const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click()
const output = () => page.getByRole('status')

beforeEach(() => queryClient.clear())

test('a secret is shown after the password was given again, by the keyboard alone', async () => {
  const calls = await open({ [confirmIdentity.id]: yes })
  ;(show().element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog()).toMatchTextContent('Show the passphrase of an SSH key')
  await expect.element(dialog()).toMatchTextContent('You will not be asked again for 5 minutes.')
  await expect.element(password()).toHaveFocus()
  await userEvent.keyboard('correct horse{Enter}')
  await expect.element(output()).toHaveTextContent('open sesame')
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(show()).toHaveFocus()
  expect(calls.find(({ row }) => row === confirmIdentity.id)?.body).toEqual({ password: 'correct horse' })
})

test('a wrong password is explained, and the next one is taken; neither is kept', async () => {
  const tries: unknown[] = []
  await open({
    [confirmIdentity.id]: ({ password: tried }) => {
      tries.push(tried)
      return tried === 'right' ? yes() : new Problem('WRONG_CREDENTIALS')
    },
  })
  await show().click()
  await password().fill('wrong one')
  await press('Confirm')
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('Incorrect user name or password')
  await expect.element(password()).toHaveValue('')
  await password().fill('right')
  await press('Confirm')
  await expect.element(output()).toHaveTextContent('open sesame')
  expect(tries).toEqual(['wrong one', 'right'])
  const kept = [queryClient.getQueryCache().getAll(), queryClient.getMutationCache().getAll()].flatMap((all) =>
    all.map(({ state }) => state),
  )
  expect(JSON.stringify([kept, Object.entries(sessionStorage), Object.entries(localStorage)])).not.toContain(
    'wrong one',
  )
})

test('where the server asks for a code, too, it comes after the password', async () => {
  await open({
    [confirmIdentity.id]: ({ otp }) =>
      otp === undefined
        ? { state: 'otp', message: 'Mail has been sent to the mail address' }
        : otp === '123456'
          ? yes()
          : new Problem('WRONG_CODE'),
  })
  await show().click()
  await password().fill('secret')
  await press('Confirm')
  const code = dialog().getByRole('textbox', { name: 'One-time code' })
  await expect.element(code).toHaveFocus()
  await code.fill('654321')
  await press('Confirm')
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('The code is incorrect')
  await code.fill('123 456')
  await press('Confirm')
  await expect.element(output()).toHaveTextContent('open sesame')
})

test('a code that came too late leads back to the password, and says why', async () => {
  await open({
    [confirmIdentity.id]: ({ otp }) => (otp === undefined ? { state: 'otp', message: '' } : new Problem('OTP_EXPIRED')),
  })
  await show().click()
  await password().fill('secret')
  await press('Confirm')
  await dialog().getByRole('textbox', { name: 'One-time code' }).fill('123456')
  await press('Confirm')
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('Sign in again with your password')
  await expect.element(password()).toBeVisible()
})

test.each([
  ['Cancel', () => press('Cancel')],
  ['Escape', () => userEvent.keyboard('{Escape}')],
])('whoever leaves by %s sees why nothing happened', async (_, leave) => {
  await open({})
  await show().click()
  await expect.element(password()).toHaveFocus()
  await leave()
  await expect.element(output()).toHaveTextContent('Your identity was not confirmed')
  await expect.element(show()).toHaveFocus()
})

test('on top of another dialog, Escape leaves only the question', async () => {
  const onClose = vi.fn()
  await open(
    {},
    {
      page: (
        <Dialog title="Below" onClose={onClose}>
          <Reveal />
        </Dialog>
      ),
    },
  )
  await show().click()
  await expect.element(password()).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog()).not.toBeInTheDocument()
  expect(onClose).not.toHaveBeenCalled()
  await expect.element(show()).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('by an identity provider, a window opens there, and the page follows when it is done', async () => {
  const beside = { location: { replace: vi.fn() }, close: vi.fn() }
  const opened = vi.spyOn(window, 'open').mockReturnValue(beside as unknown as Window)
  await open({ [confirmIdentity.id]: { state: 'cloud', address: 'https://id.example/again' } }, { by: 'cloud' })
  await show().click()
  await expect.element(password()).not.toBeInTheDocument()
  await press('Confirm with Example ID')
  await expect.poll(() => beside.location.replace.mock.calls).toEqual([['https://id.example/again']])
  expect(opened).toHaveBeenCalledTimes(1)
  await expect.element(dialog().getByText('Continue in the window that has opened.', { exact: false })).toBeVisible()

  confirmed = true
  otherTab().tell({ type: 'confirmed' })
  await expect.element(dialog()).not.toBeInTheDocument()
  await expect.element(output()).toHaveTextContent('open sesame')
})

test('a browser that opens no window is no dead end', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null)
  await open({}, { by: 'cloud' })
  await show().click()
  await press('Confirm with Example ID')
  await expect.element(dialog().getByRole('alert')).toMatchTextContent('Allow pop-up windows for this console')
})
