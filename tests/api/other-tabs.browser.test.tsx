import { beforeEach, expect, test } from 'vitest'
import { queryClient } from '#api/client.ts'
import { onNewsOfOtherTabs } from '#api/other-tabs.ts'
import { changeSession, confirmWith } from '#api/session.ts'
import { confirmIdentity } from '#contract/console/account.ts'
import { signIn, signOut } from '#contract/session.ts'
import { answering } from '../support/answering.ts'
import { otherTab } from '../support/other-tab.ts'

beforeEach(() => queryClient.clear())

test('other tabs hear of signing in, of a confirmation and of signing out', async () => {
  const { heard } = otherTab()
  answering({
    [signIn.id]: {
      state: 'signed-in',
      demo: false,
      by: 'password',
      site: { name: 'test', title: 'Test' },
      sites: [],
      user: { name: 'anna', email: '', authType: '', permissions: [] },
    },
    [confirmIdentity.id]: { state: 'confirmed', until: 1 },
    [signOut.id]: { state: 'signed-out' },
  })
  await changeSession(signIn, { username: 'anna', password: 'secret' })
  await confirmWith(confirmIdentity, { password: 'secret' })
  await changeSession(signOut, {})
  await expect.poll(() => heard).toEqual([{ type: 'signed-in' }, { type: 'confirmed' }, { type: 'signed-out' }])
})

test('a step on the way to a session is no news, and neither are secrets', async () => {
  const { heard } = otherTab()
  answering({
    [signIn.id]: { state: 'otp', message: '', rememberDays: 0 },
    [confirmIdentity.id]: { state: 'otp', message: '' },
    [signOut.id]: { state: 'signed-out' },
  })
  await changeSession(signIn, { username: 'anna', password: 'secret' })
  await confirmWith(confirmIdentity, { password: 'secret' })
  await changeSession(signOut, {})
  await expect.poll(() => heard).toEqual([{ type: 'signed-out' }])
})

test('what other tabs say is heard until one no longer listens; anything else on the channel is passed over', async () => {
  const { tell } = otherTab()
  const news: string[] = []
  const end = onNewsOfOtherTabs((one) => news.push(one))
  for (const message of [undefined, 'signed-out', { type: 'evil' }, { type: 'confirmed', site: 'of another' }]) {
    tell(message)
  }
  tell({ type: 'signed-out' })
  await expect.poll(() => news).toEqual(['signed-out'])
  end()
  tell({ type: 'signed-in' })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(news).toEqual(['signed-out'])
})
