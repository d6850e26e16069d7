import { createMemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { sessionQuery } from '#api/session.ts'
import { NoticesAbout } from '#components/notices/NoticesAbout.tsx'
import { explainEvents, muteNotices } from '#contract/console/notice-rules.ts'
import type { SignedIn } from '#contract/session.ts'
import { paths } from '#paths.ts'
import { answering } from '../../support/answering.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'

const session: SignedIn = {
  state: 'signed-in',
  demo: false,
  by: 'password',
  site: { name: 'test', title: 'Test' },
  sites: [{ name: 'test', title: 'Test' }],
  user: { name: 'anna', email: '', authType: '', permissions: ['Common_Admin'] },
}
beforeEach(() => {
  queryClient.clear()
  queryClient.setQueryData(sessionQuery.queryKey, session)
})

test('why nobody was told is said per event, and the subject is muted by a press', async () => {
  const about = paths.device('5')
  let isMuted = false
  const calls = answering({
    [explainEvents.id]: () => ({
      rows: [],
      reasons: [{ event: 'device-silent', text: 'Its rule is off.' }],
      ...(isMuted && { muted: { by: 'anna', at: Date.UTC(2026, 2, 2) } }),
      mayMute: true,
    }),
    [muteNotices.id]: () => {
      isMuted = true
      return {}
    },
  })
  await renderRouter(
    createMemoryRouter([{ path: '*', element: <NoticesAbout page={about} /> }], { initialEntries: [about] }),
  )
  await page.getByRole('button', { name: 'Notifications' }).click()
  await expect.element(page.getByText('Its rule is off.')).toBeVisible()
  await page.getByRole('button', { name: 'Mute' }).click()
  await expect.element(page.getByText('Muted by anna')).toBeVisible()
  expect(calls.filter(({ row }) => row === muteNotices.id)).toMatchObject([{ body: { page: about, isMuted: true } }])
  await expect.element(page.getByRole('button', { name: 'Unmute' })).toBeVisible()
})
