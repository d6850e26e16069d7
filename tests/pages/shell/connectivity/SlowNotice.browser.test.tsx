import { QueryClientProvider, useIsFetching, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import { queryClient } from '#api/client.ts'
import { query } from '#api/query.ts'
import { readApprovalRules } from '#contract/console/approvals.ts'
import { listComputers } from '#contract/desktop/som.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { Problem } from '#contract/problem.ts'
import { SlowNotice } from '#pages/shell/connectivity/SlowNotice.tsx'
import { UiProvider } from '#ui/theme/UiProvider.tsx'
import { type Answers, answering } from '../../../support/answering.ts'

beforeEach(() => {
  queryClient.clear()
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  for (const { resolve } of silent.splice(0)) resolve({})
  vi.useRealTimers()
  queryClient.clear()
})

const silent: PromiseWithResolvers<Record<string, unknown>>[] = []
/** No response while the test runs; what is never answered would keep the network open after the last one. */
const noResponse = () => {
  const response = Promise.withResolvers<Record<string, unknown>>()
  silent.push(response)
  return response.promise
}

function Waiting() {
  useQuery(query(listDevices, {}))
  useQuery(query(listComputers, {}))
  useQuery(query(readApprovalRules, {}))
  return null
}

/** Loaded after the requests of the page have begun. */
function Later({ children }: { children: () => ReactNode }) {
  const asked = useIsFetching()
  const [isLoaded, setLoaded] = useState(false)
  if (asked > 0 && !isLoaded) setLoaded(true)
  return isLoaded ? children() : null
}

const computers = { message_response: { total: 0, computers: [] }, status: 'success' }
const rules = { rules: [], emergency: true }
const notice = page.getByText(/^Still waiting/)

async function open(answers: Answers, waitedMs = 0) {
  const calls = answering({ [listComputers.id]: computers, [readApprovalRules.id]: rules, ...answers })
  await render(
    <UiProvider>
      <QueryClientProvider client={queryClient}>
        <Waiting />
        <Later>{() => <SlowNotice waitedMs={waitedMs} />}</Later>
      </QueryClientProvider>
    </UiProvider>,
  )
  await vi.waitFor(() => expect(calls).toHaveLength(3))
}

test('after five seconds without a response, the page names the server, until it responds', async () => {
  const devices = Promise.withResolvers<Record<string, unknown>>()
  await open({ [listDevices.id]: () => devices.promise })
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(1))
  vi.advanceTimersByTime(4000)
  expect(notice.elements()).toEqual([])
  vi.advanceTimersByTime(1500)
  await vi.waitFor(() =>
    expect(notice.element().textContent).toBe('Still waiting for a response from mobile device management.'),
  )
  devices.resolve({ devices: [] })
  await vi.waitFor(() => expect(notice.elements()).toEqual([]))
})

test('the time before the notice is loaded counts', async () => {
  await open({ [listDevices.id]: noResponse }, 3000)
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(1))
  expect(notice.elements()).toEqual([])
  vi.advanceTimersByTime(2500)
  await vi.waitFor(() => expect(notice.elements()).toHaveLength(1))
})

test('an error that is shown instead ends the notice', async () => {
  const devices = Promise.withResolvers<Problem>()
  await open({ [listDevices.id]: () => devices.promise })
  vi.advanceTimersByTime(6000)
  await vi.waitFor(() => expect(notice.elements()).toHaveLength(1))
  devices.resolve(new Problem('TIMEOUT', undefined, { service: 'mdm' }))
  await vi.waitFor(() => expect(notice.elements()).toEqual([]))
})

test('a slow response of the console itself names no server, as any of them may be the cause', async () => {
  await open({ [listDevices.id]: { devices: [] }, [readApprovalRules.id]: noResponse })
  vi.advanceTimersByTime(6000)
  await vi.waitFor(() => expect(notice.element().textContent).toBe('Still waiting for a response.'))
})
