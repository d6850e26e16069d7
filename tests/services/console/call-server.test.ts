import { expect, test } from 'vitest'
import { walkDevices } from '#contract/fleet/walk-devices.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { Problem } from '#contract/problem.ts'
import { withoutRefusedSize } from '#services/console/call-server.ts'

test('reads the whole list of a server that rejects the size of pages', async () => {
  const asked: object[] = []
  const read = (input: Input<typeof listDevices>): Promise<Output<typeof listDevices>> => {
    asked.push(input)
    if ('limit' in input) return Promise.reject(new Problem('COM0005', 'Unknown parameter', { service: 'mdm' }))
    const isFirst = input['skip-token'] === undefined
    return Promise.resolve({
      rows: [{ device_id: isFirst ? '1' : '2' }],
      ...(isFirst && { next: 'http://mdm.test/api/v1/devices?skip-token=b' }),
    })
  }
  expect(await walkDevices((input) => withoutRefusedSize(listDevices, input, read))).toEqual({
    rows: [{ device_id: '1' }, { device_id: '2' }],
    isWhole: true,
  })
  expect(asked.filter((input) => !('limit' in input))).toEqual([{}, { 'skip-token': 'b' }])
})
