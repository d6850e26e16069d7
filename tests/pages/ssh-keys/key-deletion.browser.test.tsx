import { createMemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { listAssociations } from '#contract/keys/ssh-resources.ts'
import { KeyActions } from '#pages/ssh-keys/key/KeyActions.tsx'
import { answering } from '../../support/answering.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'
import { rowsOf } from '../../support/stated-only.ts'
import { signedInWith } from '../devices/signed-in.ts'

beforeEach(() => queryClient.clear())

test('a host name of any length leaves the question of a deletion in view', async () => {
  await page.viewport(390, 844)
  answering({
    [listAssociations.id]: rowsOf('listAssociations', [
      { KeyName: 'ci', ResourceName: 'h'.repeat(4000), UserName: 'app' },
    ]),
  })
  signedInWith('KeyManagement_Admin')
  await renderRouter(createMemoryRouter([{ path: '/', element: <KeyActions name="ci" onDeleted={() => {}} /> }]))
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const place = page.getByRole('dialog').getByRole('listitem')
  await expect.element(place).toMatchTextContent('app on hhh')
  expect(place.element().getBoundingClientRect().height).toBeLessThan(160)
  await expect.element(place.getByRole('button', { name: /^Show all/ })).toBeVisible()
})
