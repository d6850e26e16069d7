import { createMemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { listRequestAnswers } from '#contract/keys/requests.ts'
import { Problem } from '#contract/problem.ts'
import { DeleteSeveral } from '#pages/requests/bulk/DeleteSeveral.tsx'
import { answering } from '../../support/answering.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'
import { signedInWith } from '../devices/signed-in.ts'

beforeEach(() => {
  queryClient.clear()
  signedInWith('KeyManagement_Admin')
})

const rows = [{ request: { CSR_ID: 7, DOMAIN_NAME: 'www.example.com' }, sameName: 1 }]

async function openDelete(answer: Problem) {
  answering({ [listRequestAnswers.id]: answer })
  const dialog = <DeleteSeveral rows={rows} onClose={() => undefined} />
  await renderRouter(createMemoryRouter([{ path: '/', element: dialog }]))
}

test('deleting requests says why it is unknown whether they are answered', async () => {
  await openDelete(new Problem('KEYS_FAILED', 'The answers could not be read', { service: 'keys', status: 500 }))
  await expect.element(page.getByText(/^Unknown whether it is answered/)).toBeVisible()
  await expect.element(page.getByRole('alert').getByText('The answers could not be read')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})
