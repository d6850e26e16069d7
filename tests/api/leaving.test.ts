import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getDevice } from '#contract/mdm/devices.ts'

// Whoever leaves loads the page anew: no other test may find it left.
beforeEach(() => vi.resetModules())
afterEach(() => vi.resetModules())

test('whoever signs out is asked for nothing more: it would come back as refused', async () => {
  const { stopCalls, queryClient } = await import('#api/client.ts')
  const { call } = await import('#api/call.ts')
  const { prefetch, query } = await import('#api/query.ts')
  const send = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ device_id: '1' }))
  await queryClient.query(query(getDevice, { device_id: '1' }))
  expect(send).toHaveBeenCalledOnce()
  await stopCalls()
  prefetch(query(getDevice, { device_id: '2' }))
  // As queries do that are made of several calls.
  void call(getDevice, { device_id: '3' })
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(send).toHaveBeenCalledOnce()
})
