import { expect, test } from 'vitest'
import { askNothingMore, queryClient } from '#api/client.ts'
import { prefetch, query } from '#api/query.ts'
import { getDevice } from '#contract/mdm/devices.ts'
import { answering } from '../support/answering.ts'

test('whoever signs out is asked for nothing more: it would come back as refused', async () => {
  const calls = answering({ 'mdm.getDevice': { device_id: '1' } })
  await queryClient.query(query(getDevice, { device_id: '1' }))
  expect(calls).toHaveLength(1)
  await askNothingMore()
  prefetch(query(getDevice, { device_id: '2' }))
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(calls).toHaveLength(1)
})
