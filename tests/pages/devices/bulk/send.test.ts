import { describe, expect, test } from 'vitest'
import { problemOf } from '#api/problem.ts'
import { Problem } from '#contract/problem.ts'
import { retry, markInterrupted, start, type BulkRun, countsOf, newBulk } from '#pages/devices/bulk/run.ts'
import { inputFor, outcomeOf, sendOn, toldBy } from '#pages/devices/bulk/send.ts'

const many = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ device_id: `d${at}`, device_name: `Till ${at}` }))
const started = (count: number, parameters: Record<string, unknown> = {}, leftOut = new Map<string, string>()) =>
  start(newBulk('Devices', many(count), 0), { action: 'scan', parameters, leftOut }, 1)
const accepted = (ids: string[]) => ({ success_list: ids.map((device_id) => ({ device_id, status: 'SCHEDULED' })) })

/** Sends a run through these answers, one for each call; gives the end, the calls and what was kept on the way. */
async function sent(run: BulkRun, answers: ((ids: string[]) => object)[], stops = () => false) {
  const calls: string[][] = []
  const kept: BulkRun[] = []
  const end = await sendOn(run, {
    call: async (ids) => {
      calls.push(ids)
      return (answers.shift() ?? accepted)(ids)
    },
    show: (state) => kept.push(state),
    stops,
    now: () => 5,
    problemOf,
  })
  return { end, calls, kept }
}
const fails = (problem: Problem) => () => {
  throw problem
}

describe('a command for many devices', () => {
  test('goes out in slices, each device once, and ends', async () => {
    const { end, calls } = await sent(started(250), [])
    expect(calls.map((ids) => ids.length)).toEqual([100, 100, 50])
    expect(new Set(calls.flat()).size).toBe(250)
    expect(end.state).toBe('ended')
    expect(countsOf(end)).toMatchObject({ submitted: 250, 'not sent': 0 })
  })

  test('is never sent to a device that was left out, and says why', async () => {
    const { end, calls } = await sent(started(3, {}, new Map([['d1', 'The device is not managed']])), [])
    expect(calls).toEqual([['d0', 'd2']])
    expect(end.targets[1]).toMatchObject({ outcome: 'left out', remark: 'The device is not managed' })
  })

  test.each([401, 403, 429])(
    'a refusal with %i in the middle stops cleanly: the rest is not sent, and can go on',
    async (status) => {
      const refusal = new Problem('SOME', 'Not now', { status })
      const { end, calls } = await sent(started(250), [accepted, fails(refusal)])
      expect(calls).toHaveLength(2)
      expect(countsOf(end)).toMatchObject({ submitted: 100, 'not sent': 150, unknown: 0, failed: 0 })
      expect(end).toMatchObject({ state: 'stopped', problem: { message: 'Not now', status } })
      const on = await sent(retry(end, []), [])
      expect(on.calls.flat()).not.toContain('d0')
      expect(countsOf(on.end)).toMatchObject({ submitted: 250 })
      expect(on.end.problem).toBeUndefined()
    },
  )

  test('no answer is unknown, is not sent again by itself, and nothing more is sent into the dark', async () => {
    const { end, calls } = await sent(started(250), [fails(new Problem('TIMEOUT'))])
    expect(calls).toHaveLength(1)
    expect(countsOf(end)).toMatchObject({ unknown: 100, 'not sent': 150 })
    const on = await sent(retry(end, []), [])
    expect(countsOf(on.end)).toMatchObject({ unknown: 100, submitted: 150 })
    expect(on.calls.flat()).not.toContain('d0')
  })

  test('a call that the server refuses as such failed for its devices', async () => {
    const { end } = await sent(started(2), [fails(new Problem('COM0005', 'phone_number is wrong'))])
    expect(end.targets.map(({ outcome, remark }) => [outcome, remark])).toEqual([
      ['failed', 'phone_number is wrong'],
      ['failed', 'phone_number is wrong'],
    ])
  })

  test('stops between two calls when somebody wants it to', async () => {
    let asked = 0
    const { end } = await sent(started(250), [], () => (asked += 1) > 1)
    expect(countsOf(end)).toMatchObject({ submitted: 100, 'not sent': 150, sending: 0 })
    expect(end.state).toBe('stopped')
  })

  test('what was on its way when the page went is unknown afterwards, not sent again', async () => {
    const { kept } = await sent(started(2), [])
    const onItsWay = kept.find(({ targets }) => targets[0]?.outcome === 'sending')
    expect(onItsWay).toBeDefined()
    const left = markInterrupted(JSON.parse(JSON.stringify(onItsWay)) as BulkRun)
    expect(left.state).toBe('stopped')
    expect(countsOf(left)).toMatchObject({ unknown: 2, 'not sent': 0 })
  })

  test('keeps no secret, only that there was one', async () => {
    const { kept } = await sent(started(2, { passcode: 'canary-4711', lock_message: 'Call us' }), [])
    expect(JSON.stringify(kept)).not.toContain('canary-4711')
    expect(kept[0]).toMatchObject({ parameters: { lock_message: 'Call us' }, secretNames: ['passcode'] })
  })

  test('a wipe names no action: its row is the action', () => {
    expect(inputFor('complete_wipe', ['d0'], {})).toEqual({ device_ids: ['d0'] })
    expect(inputFor('lock', ['d0'], { lock_message: 'x' })).toEqual({
      action_name: 'lock',
      lock_message: 'x',
      device_ids: ['d0'],
    })
  })
})

describe('the answer says what became of each device', () => {
  test('by the list that it stands in, whatever its status says', () => {
    const answer = {
      success_list: [{ device_id: 'a', status: 'SCHEDULED', remarks: 'Waiting' }],
      na_list: [{ device_id: 'b', status: 'SCHEDULED', remarks: 'Not managed' }],
    }
    expect(Object.fromEntries(toldBy(answer, ['a', 'b', 'c']))).toEqual({
      a: { outcome: 'submitted', remark: 'Waiting' },
      b: { outcome: 'not applicable', remark: 'Not managed' },
      c: { outcome: 'unknown', remark: 'No result for this device in the server response' },
    })
  })

  test('a server that only counts is believed when it counts all of them', () => {
    expect(toldBy({ success_count: 2 }, ['a', 'b']).get('a')?.outcome).toBe('submitted')
    expect(toldBy({ success_count: 1 }, ['a', 'b']).get('a')?.outcome).toBe('unknown')
  })

  test.each([
    ['OFFLINE', 'unknown'],
    ['COM0004', 'unknown'],
    ['NOT_RECORDED', 'unknown'],
    ['CLOUD_RENEWED', 'unknown'],
    ['NOT_CONFIRMED', 'not sent'],
    ['KEY_REFUSED', 'not sent'],
    ['COM0002', 'not sent'],
    ['COM0005', 'failed'],
  ] as const)('%s leaves its devices %s', (code, outcome) => {
    expect(outcomeOf(new Problem(code))).toBe(outcome)
  })
})
