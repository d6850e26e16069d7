import { createMemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { startRecovery } from '#api/recovery.ts'
import { listAuthorities } from '#contract/keys/authorities.ts'
import { listProfiles } from '#contract/keys/profiles.ts'
import { Problem } from '#contract/problem.ts'
import { serverProfile } from '#contract/keys/rules/profiles/profile.ts'
import * as NewAuthority from '#pages/certificates/authority/NewAuthority.tsx'
import { paths } from '#paths.ts'
import { answering } from '../../../support/answering.ts'
import { renderRouter } from '../../../support/RenderRouter.tsx'
import { notOffered, rowsOf } from '../../../support/stated-only.ts'
import { signedInWith } from '../../devices/signed-in.ts'

beforeEach(() => queryClient.clear())

test('no root is offered while nobody knows what authorities there are, and all are as soon as they are known', async () => {
  signedInWith('KeyManagement_Admin')
  let isBroken = true
  const root = { commonName: 'Office Root', sha256: 'ab'.repeat(32), signType: 'signWithRoot', isRoot: true }
  answering({
    ...notOffered,
    [listAuthorities.id]: () => (isBroken ? new Problem('KEYS_FAILED') : rowsOf('listAuthorities', [root])),
  })
  const end = startRecovery()
  await renderRouter(
    createMemoryRouter([{ path: paths.newAuthority, ...NewAuthority }], { initialEntries: [paths.newAuthority] }),
  )
  await expect.element(page.getByRole('alert')).toMatchTextContent(/The key service failed/)
  expect(page.getByRole('radio').elements()).toEqual([])
  isBroken = false
  await expect.element(page.getByRole('radio', { name: /Office Root/ }), { timeout: 30_000 }).toBeVisible()
  end()
})

test('an authority is not made while nobody can say which profiles it would issue', async () => {
  signedInWith('KeyManagement_Admin')
  let isBroken = true
  answering({
    ...notOffered,
    [listAuthorities.id]: rowsOf('listAuthorities', []),
    [listProfiles.id]: () => (isBroken ? new Problem('KEYS_FAILED') : rowsOf('listProfiles', [serverProfile])),
  })
  const end = startRecovery()
  await renderRouter(
    createMemoryRouter([{ path: paths.newAuthority, ...NewAuthority }], { initialEntries: [paths.newAuthority] }),
  )
  await expect.element(page.getByRole('alert')).toMatchTextContent(/The key service failed/)
  expect(page.getByRole('button', { name: 'Next' }).elements()).toEqual([])
  isBroken = false
  await expect.element(page.getByRole('button', { name: 'Next' }), { timeout: 30_000 }).toBeVisible()
  end()
})
