import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { query } from '#api/query.ts'
import { startRecovery } from '#api/recovery.ts'
import { QueryState } from '#components/actions/QueryState.tsx'
import type { Endpoint } from '#contract/endpoint.ts'
import { getSshKeyPassphrase } from '#contract/keys/ssh.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { listUsers } from '#contract/mdm/users.ts'
import { Problem } from '#contract/problem.ts'
import { currentSession } from '#contract/session.ts'
import { UiProvider } from '#ui/theme/UiProvider.tsx'
import { type Answers, answering } from '../support/answering.ts'

const devices = { devices: [{ device_id: '1', device_name: 'Anchor' }] }
const failed = () => new Problem('COM0004', undefined, { service: 'mdm' })

let end: () => void
beforeEach(() => {
  queryClient.clear()
  end = startRecovery()
})
afterEach(() => {
  end()
  queryClient.clear()
})

function Devices() {
  const { data, error, refetch } = useQuery(query(listDevices, { limit: 5 }))
  return (
    <>
      <QueryState error={error} refetch={refetch} waiting={!data} />
      {data && <p>{data.rows.map(({ device_name }) => device_name).join(', ')}</p>}
    </>
  )
}

function Users() {
  const { data, error, refetch } = useQuery(query(listUsers, {}))
  return data ? <p>{data.rows.length} users</p> : <QueryState error={error} refetch={refetch} waiting={!data} />
}

async function open(answers: Answers, children = <Devices />) {
  const calls = answering(answers)
  await render(
    <UiProvider>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>{children}</MemoryRouter>
      </QueryClientProvider>
    </UiProvider>,
  )
  return (endpoint: Endpoint) => calls.filter(({ row }) => row === endpoint.id).length
}
const problem = page.getByRole('alert')

test.each([
  ['an error of the server', () => failed()],
  ['a page in place of JSON', () => new Response('<html>', { headers: { 'content-type': 'text/html' } })],
  ['a server that is away', () => new Problem('UNREACHABLE', undefined, { service: 'mdm' })],
  ['an answer that breaks off', () => new Problem('TRUNCATED', undefined, { service: 'mdm' })],
  ['a server that does not answer', () => new Problem('TIMEOUT', undefined, { service: 'mdm' })],
  ['no way to the console', () => Response.error()],
])('after %s the page is there again by itself, within ten seconds', async (_, answer) => {
  let isBroken = true
  await open({ [listDevices.id]: () => (isBroken ? answer() : devices) })
  await expect.element(problem).toBeVisible()
  isBroken = false
  const since = Date.now()
  await expect.element(page.getByText('Anchor')).toBeVisible()
  expect(Date.now() - since).toBeLessThan(3 * 10_000) // a machine with other work takes longer
  expect(problem.elements()).toEqual([])
})

test('what is asked again meanwhile is not seen: the problem stays as it is, and its button keeps the focus', async () => {
  const asked = await open({ [listDevices.id]: failed })
  await expect.element(problem).toBeVisible()
  const [before] = problem.elements()
  const button = page.getByRole('button', { name: 'Try again' })
  button.element().focus()
  const since = asked(listDevices)
  await expect.poll(() => asked(listDevices)).toBeGreaterThan(since + 2)
  expect(problem.elements()).toEqual([before])
  expect(button.element()).toBe(document.activeElement)
})

test('rows that were there stay, with what went wrong above them', async () => {
  let isBroken = false
  await open({ [listDevices.id]: () => (isBroken ? failed() : devices) })
  await expect.element(page.getByText('Anchor')).toBeVisible()
  isBroken = true
  await queryClient.refetchQueries()
  await expect.element(problem).toBeVisible()
  await expect.element(page.getByText('Anchor')).toBeVisible()
  isBroken = false
  await expect.poll(() => problem.elements()).toEqual([])
})

test('one answer of a server brings back everything else of it', async () => {
  let [isBroken, hangs] = [true, false]
  const late = Promise.withResolvers<void>()
  const asked = await open(
    {
      [listDevices.id]: () => (isBroken ? failed() : devices),
      // Asked again, it does not answer: as on a connection that is half open.
      [listUsers.id]: async () => {
        if (hangs) await late.promise
        return isBroken ? failed() : { users: [] }
      },
    },
    <>
      <Devices />
      <Users />
    </>,
  )
  await expect.poll(() => problem.elements().length).toBe(2)
  hangs = true
  const before = asked(listUsers)
  await expect.poll(() => asked(listUsers)).toBeGreaterThan(before)
  hangs = false
  isBroken = false
  await expect.element(page.getByText('0 users')).toBeVisible()
  late.resolve()
})

test('at once when the network is back', async () => {
  let isBroken = true
  const asked = await open({ [listDevices.id]: () => (isBroken ? failed() : devices) })
  // Long enough for the waits to have grown.
  await expect.poll(() => asked(listDevices)).toBeGreaterThan(3)
  isBroken = false
  const since = Date.now()
  window.dispatchEvent(new Event('online'))
  await expect.element(page.getByText('Anchor')).toBeVisible()
  expect(Date.now() - since).toBeLessThan(3 * 1000)
})

test('a server that limits the rate is left alone for as long as it says', async () => {
  const limited = () => new Problem('COM0002', undefined, { service: 'mdm', retryAfterSeconds: 4 })
  let isBroken = true
  const asked = await open({ [listDevices.id]: () => (isBroken ? limited() : devices) })
  await expect.element(problem).toBeVisible()
  const before = asked(listDevices)
  const since = Date.now()
  window.dispatchEvent(new Event('online'))
  await expect.poll(() => Date.now() - since > 3000).toBe(true)
  expect(asked(listDevices)).toBe(before)
  // Then once: the countdown that is shown and the recovery do not both ask.
  await expect.poll(() => asked(listDevices)).toBeGreaterThan(before)
  const again = Date.now()
  await expect.poll(() => Date.now() - again > 2000).toBe(true)
  expect(asked(listDevices)).toBe(before + 1)
  isBroken = false
  await expect.element(page.getByText('Anchor')).toBeVisible()
})

test('nothing is asked again while nobody looks, and at once when somebody does', async () => {
  let isBroken = true
  const asked = await open({ [listDevices.id]: () => (isBroken ? failed() : devices) })
  await expect.element(problem).toBeVisible()
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const before = asked(listDevices)
  const since = Date.now()
  await expect.poll(() => Date.now() - since > 3000).toBe(true)
  expect(asked(listDevices)).toBeLessThanOrEqual(before + 1)
  isBroken = false
  hidden.mockRestore()
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(page.getByText('Anchor')).toBeVisible()
})

test('what no wait can mend is not asked again, and a secret never', async () => {
  function Passphrase() {
    const { error } = useQuery(query(getSshKeyPassphrase, { keyName: 'build' }))
    return <QueryState error={error} waiting={!error} />
  }
  const asked = await open(
    {
      [currentSession.id]: new Problem('SIGNED_OUT'),
      [listDevices.id]: new Problem('COM0005', undefined, { service: 'mdm' }),
      [getSshKeyPassphrase.id]: new Problem('KEYS_FAILED'),
    },
    <>
      <Devices />
      <Passphrase />
    </>,
  )
  await expect.poll(() => problem.elements().length).toBe(2)
  const since = Date.now()
  await expect.poll(() => Date.now() - since > 3000).toBe(true)
  expect([asked(listDevices), asked(getSshKeyPassphrase)]).toEqual([1, 1])
})
