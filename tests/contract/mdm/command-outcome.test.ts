import { describe, expect, test } from 'vitest'
import { outcomeInHistory, outcomeInLists } from '#contract/mdm/command-outcome.ts'

describe('the answer says what became of each device', () => {
  test('by the list that it stands in, whatever its status says', () => {
    const answer = {
      success_list: [{ device_id: 'a', status: 'SCHEDULED', remarks: 'Waiting' }],
      na_list: [{ device_id: 'b', status: 'SCHEDULED', remarks: 'Not managed' }],
    }
    expect(Object.fromEntries(outcomeInLists(answer, ['a', 'b', 'c']))).toEqual({
      a: { outcome: 'accepted', remark: 'Waiting' },
      b: { outcome: 'refused', remark: 'Not managed' },
      c: { outcome: 'unknown', remark: 'No result for this device in the server response' },
    })
  })

  test('a server that only counts is believed when it counts all of them', () => {
    expect(outcomeInLists({ success_count: 2 }, ['a', 'b']).get('a')?.outcome).toBe('accepted')
    expect(outcomeInLists({ success_count: 1 }, ['a', 'b']).get('a')?.outcome).toBe('unknown')
  })
})

describe('the history of a device says how a command goes', () => {
  const sentAt = Date.UTC(2026, 2, 2, 9)
  const sent = { subject: 'd1', input: {}, at: sentAt, isAnswered: true, earlier: '', evidence: '' }
  const scan = (command_status: number, at: number, id = '7') => ({
    command_name: 'scan',
    command_history_id: id,
    command_status,
    added_time: at,
    remarks: 'As it said',
  })

  test.each([
    [2, 'done'],
    [0, 'failed'],
    [-1, 'refused'],
    [1, 'accepted'],
    [3, 'accepted'],
    [9, 'accepted'],
  ])('status %i is %s', (status, outcome) => {
    expect(outcomeInHistory([scan(status, sentAt)], 'scan', sent)).toEqual({
      outcome,
      remark: 'As it said',
      evidence: '7',
    })
  })

  test('another command, an older one and that of an earlier attempt say nothing of it', () => {
    expect(outcomeInHistory([scan(2, sentAt)], 'lock', sent)).toBeUndefined()
    expect(outcomeInHistory([scan(2, sentAt - 200_000)], 'scan', sent)).toBeUndefined()
    expect(outcomeInHistory([scan(2, sentAt)], 'scan', { ...sent, earlier: '7' })).toBeUndefined()
    const rows = [scan(0, sentAt, '7'), scan(1, sentAt + 1000, '8')]
    expect(outcomeInHistory(rows, 'scan', { ...sent, earlier: '7' })).toMatchObject({
      evidence: '8',
      outcome: 'accepted',
    })
  })

  test('without a response, the history is what says that it was accepted', () => {
    const silent = { ...scan(1, sentAt), remarks: '' }
    expect(outcomeInHistory([silent], 'scan', { ...sent, isAnswered: false })?.remark).toBe(
      'No response, but listed in the command history of the device',
    )
  })
})
