import { createMemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { sessionQuery } from '#api/session.ts'
import { currentSession, type SignedIn } from '#contract/session.ts'
import { Component } from '#pages/requests/NewRequest.tsx'
import { answering } from '../../support/answering.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'

async function openAs(permissions: string[], more: Partial<SignedIn> = {}) {
  const session: SignedIn = {
    state: 'signed-in',
    demo: false,
    by: 'password',
    site: { name: 'test', title: 'Test' },
    sites: [{ name: 'test', title: 'Test' }],
    user: { name: 'ann', email: '', authType: 'local_authentication', permissions },
    ...more,
  }
  answering({ [currentSession.id]: session })
  queryClient.setQueryData(sessionQuery.queryKey, session)
  await renderRouter(createMemoryRouter([{ path: '/', Component }]))
}
beforeEach(() => queryClient.clear())

test('who lacks a module that the server does not name is told the setting that is missing', async () => {
  const hint = '"module" of the connection of key management names the module whose permissions apply.'
  await openAs(['Common_Admin'], { moduleHints: { KeyManagement: hint } })
  await expect.element(page.getByText(`It requires the permission KeyManagement_Write. ${hint}`)).toBeVisible()
})

test('who lacks a right of a module that is named is sent to an administrator', async () => {
  await openAs(['KeyManagement_Read'], { moduleHints: {} })
  await expect.element(page.getByText(/Ask an administrator\./)).toBeVisible()
})
