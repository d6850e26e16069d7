import { createMemoryRouter, Link } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { cleanup } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { listConnections } from '#contract/console/connections.ts'
import { TargetForm } from '#pages/discovery/TargetForm.tsx'
import { answering } from '../../support/answering.ts'
import { renderRouter } from '../../support/RenderRouter.tsx'
import { signedInWith } from '../devices/signed-in.ts'

beforeEach(() => {
  localStorage.clear()
  queryClient.clear()
  signedInWith('KeyManagement_Write')
})

const onStart = vi.fn(() => Promise.resolve())

async function open(embedded: boolean) {
  answering({ [listConnections.id]: { embedded, connections: [] } })
  const form = <TargetForm draft={`timeout ${embedded}`} onStart={onStart} onPlan={() => undefined} />
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

test('a server that counts in other units takes what it needs, and the next search begins with it', async () => {
  await open(false)
  await page.getByLabelText('Timeout').fill('0')
  await expect.element(page.getByText('Enter a whole number from 1 to 999,999,999')).toBeVisible()
  await page.getByLabelText('Timeout').fill('30000')
  await page.getByRole('button', { name: 'Start discovery' }).click()
  await expect.poll(() => onStart.mock.calls.length).toBe(1)
  await cleanup()
  await open(false)
  await expect.element(page.getByLabelText('Timeout')).toHaveValue('30000')
})

test('another page opens while a discovery is being started', async () => {
  answering({ [listConnections.id]: { embedded: true, connections: [] } })
  const form = <TargetForm draft="leaving" onStart={() => new Promise(() => {})} onPlan={() => undefined} />
  const pages = [
    {
      path: '/',
      element: (
        <>
          <Link to="/other">Other</Link>
          {form}
        </>
      ),
    },
    { path: '/other', element: 'The other page' },
  ]
  await renderRouter(createMemoryRouter(pages))
  await page.getByLabelText('Host', { exact: true }).fill('www.example.com')
  await page.getByRole('button', { name: 'Start discovery' }).click()
  await page.getByRole('link', { name: 'Other' }).click()
  await expect.element(page.getByText('The other page')).toBeVisible()
})
