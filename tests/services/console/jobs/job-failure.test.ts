import { expect, test } from 'vitest'
import { Problem } from '#contract/problem.ts'
import { meaningOf } from '#services/console/jobs/job-failure.ts'

test.each([
  ['OFFLINE', 'unknown', 'later'],
  ['COM0004', 'unknown', 'later'],
  ['NOT_RECORDED', 'unknown', 'later'],
  ['CLOUD_RENEWED', 'unknown', 'later'],
  ['NOT_CONFIRMED', 'waiting', 'pause'],
  ['SIGNED_OUT', 'waiting', 'pause'],
  ['FORBIDDEN', 'waiting', 'pause'],
  ['KEY_REFUSED', 'waiting', 'pause'],
  ['COM0002', 'waiting', 'later'],
  ['COM0005', 'refused', 'pause'],
  ['UNREACHABLE', 'unknown', 'later'],
] as const)('%s leaves its items %s, and the job: %s', (code, items, job) => {
  expect(meaningOf(new Problem(code), true)).toEqual({ items, job })
})

test('after a failed connection nothing was sent, and the job waits for the server', () => {
  const away = new Problem('UNREACHABLE', 'The server cannot be reached (ECONNREFUSED)', { service: 'mdm' })
  expect(meaningOf(away, true)).toEqual({ items: 'waiting', job: 'away' })
  const brokeOff = new Problem('UNREACHABLE', 'The server cannot be reached (ECONNRESET)', { service: 'mdm' })
  expect(meaningOf(brokeOff, true)).toEqual({ items: 'unknown', job: 'later' })
})

test('a refusal for one item does not apply to the next', () => {
  expect(meaningOf(new Problem('COM0005'), false)).toEqual({ items: 'refused', job: 'goes on' })
  expect(meaningOf(new Problem('REFUSED', 'No', { status: 403, service: 'keys' }), false)).toEqual({
    items: 'refused',
    job: 'goes on',
  })
})
