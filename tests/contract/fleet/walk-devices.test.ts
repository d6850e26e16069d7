import { expect, test } from 'vitest'
import { walkDevices } from '#contract/fleet/walk-devices.ts'
import { Problem } from '#contract/problem.ts'

test('reads the whole list of a server that rejects the size of pages', async () => {
  const asked: object[] = []
  const walked = await walkDevices((input) => {
    asked.push(input)
    if ('limit' in input) return Promise.reject(new Problem('COM0005', 'Unknown parameter', { service: 'mdm' }))
    const isFirst = input['skip-token'] === undefined
    return Promise.resolve({
      rows: [{ device_id: isFirst ? '1' : '2' }],
      ...(isFirst && { next: 'http://mdm.test/api/v1/devices?skip-token=b' }),
    })
  })
  expect(walked).toEqual({ rows: [{ device_id: '1' }, { device_id: '2' }], isWhole: true })
  expect(asked.filter((input) => !('limit' in input))).toEqual([{}, { 'skip-token': 'b' }])
})
