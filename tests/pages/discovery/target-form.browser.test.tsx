import { createMemoryRouter } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { listConnections } from '#contract/console/connections.ts'
import { TargetForm } from '#pages/discovery/TargetForm.tsx'
import { answering } from '../../support/answering.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'
import { signedInWith } from '../devices/signed-in.ts'

beforeEach(() => {
  queryClient.clear()
  signedInWith('KeyManagement_Write')
})

async function open(embedded: boolean) {
  answering({ [listConnections.id]: { embedded, connections: [] } })
  const form = <TargetForm draft={`timeout ${embedded}`} onStart={() => Promise.resolve()} onPlan={() => undefined} />
  await renderRouter(createMemoryRouter([{ path: '/', element: form }]))
  await page.getByLabelText('Host', { exact: true }).fill('www.example.com')
}

test('the timeout has the unit that the embedded service states, and none that a server does not', async () => {
  await open(true)
  await expect.element(page.getByText('In seconds, for each host.')).toBeVisible()
  await page.getByLabelText('Timeout').fill('61')
  await expect.element(page.getByText('Enter a whole number from 1 to 60')).toBeVisible()
})

test('before another server no unit is named, and no time is reckoned with it', async () => {
  await open(false)
  await expect.element(page.getByText('For each host, in the unit of the server.')).toBeVisible()
  await expect.element(page.getByText('1 host.', { exact: true })).toBeVisible()
  expect(page.getByText(/second/).elements()).toEqual([])
})
