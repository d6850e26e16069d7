import { expect, test } from 'vitest'
import { agentJob, maxIdsPerRequest } from '#contract/desktop/agent-outcome.ts'
import { listComputers } from '#contract/desktop/som.ts'
import type { ComputerAction } from '#contract/desktop/status.ts'
import type { Sent, ItemOutcome } from '#contract/endpoint.ts'

const key = (name: string) => `dc.db.agent.install.${name}`
const failedBefore = { installation_status: 29, remarks: key('access_denied'), agent_installed_on: -1 }
const running = { installation_status: 21, remarks: key('in_progress'), agent_installed_on: -1 }
const idle = { installation_status: 21, remarks: key('yet_to_install'), agent_installed_on: -1 }
type Row = Record<string, unknown>
const listed = (row: Row | undefined) => ({ rows: row ? [{ resource_id: '1', ...row }] : [] }) as never

const jobOf = (action: ComputerAction) => {
  const { answered, follow } = agentJob(action, listComputers)
  if (!answered || !follow?.before) throw new Error('It is followed')
  return { answered, told: follow.told, before: follow.before, input: follow.input }
}

/** What the row said before, and what each look at it finds. */
function looks(action: ComputerAction, first: Row, rows: readonly (Row | undefined)[], more: Partial<Sent> = {}) {
  const { before, told } = jobOf(action)
  const stood = before(listed(first), '1', ['1'])
  const sent = { subject: '1', input: {}, at: Date.now(), isAnswered: true, evidence: '', earlier: '', ...more }
  if ('mark' in stood) sent.earlier = stood.mark
  return rows.map((row): ItemOutcome | undefined => {
    const found = told(listed(row), sent, ['1'])
    sent.evidence = found?.evidence ?? sent.evidence
    return found
  })
}
const outcomes = (...of: Parameters<typeof looks>) => looks(...of).map((told) => told?.outcome)

test('accepted is not done: a computer is done once its own row says so', () => {
  const done = { installation_status: 22, remarks: key('success'), agent_installed_on: 5 }
  expect(outcomes('install', idle, [idle, running, done])).toEqual([undefined, 'accepted', 'done'])
})

test('a failure of before is no failure of this time, until the row has said something else', () => {
  const failed = { ...failedBefore, error_code: 5 }
  const [same, , now] = looks('install', failed, [failed, running, failed])
  expect(same).toBeUndefined()
  expect(now).toMatchObject({
    outcome: 'failed',
    remark: 'The account may not install software on this computer (error code 5)',
  })
})

test('a failure that stays as it was for half an hour is the one of now; without an answer nobody knows', () => {
  const at = Date.now() - 31 * 60_000
  expect(outcomes('install', failedBefore, [failedBefore], { at })).toEqual(['failed'])
  expect(outcomes('install', failedBefore, [failedBefore], { at, isAnswered: false })).toEqual([undefined])
})

test('a scan that ended between two looks shows by its time', () => {
  const first = { scan_status: 2, last_scan_time: 1_700_000_000_000 }
  expect(outcomes('scan', first, [first, { scan_status: 2, last_scan_time: 1_700_000_009_000 }])).toEqual([
    undefined,
    'done',
  ])
})

test('a status without a meaning, or none, is no end; a computer that is not listed any more is one', () => {
  expect(outcomes('install', idle, [{ installation_status: 77 }])).toEqual(['accepted'])
  expect(outcomes('install', idle, [{}])).toEqual([undefined])
  expect(looks('uninstall', { installation_status: 22 }, [undefined])).toMatchObject([
    { outcome: 'failed', remark: 'The server no longer lists this computer' },
  ])
})

test('who is not listed, or has no agent, is not sent: one of them makes a server refuse all', () => {
  const stands = (action: ComputerAction, row: Row | undefined) => jobOf(action).before(listed(row), '1', ['1'])
  expect(stands('install', undefined)).toEqual({ refused: 'The server no longer lists this computer' })
  expect(stands('scan', { installation_status: 23 })).toEqual({ refused: 'No installed agent to run this action' })
  for (const row of [{ installation_status: 22 }, { installation_status: 77 }, {}])
    expect(stands('scan', row)).toHaveProperty('mark')
})

test('a server that lists others than it was asked for does not tell', () => {
  const { before, told } = jobOf('install')
  const others = { rows: [{ resource_id: '2', installation_status: 22 }] } as never
  expect(before(others, '1', ['1'])).toEqual({ mark: '' })
  const sent = { subject: '1', input: {}, at: 0, isAnswered: true, earlier: '', evidence: '' }
  expect(told(others, sent, ['1'])).toBeUndefined()
})

test('a server that took fewer than it was sent does not say which', () => {
  const { answered } = jobOf('install')
  expect(answered({ accepted: 2 } as never, ['1', '2']).get('1')).toEqual({ outcome: 'accepted' })
  expect(answered({} as never, ['1']).get('1')).toEqual({ outcome: 'accepted' })
  expect(answered({ accepted: 1 } as never, ['1', '2']).get('2')).toEqual({
    outcome: 'unknown',
    remark: 'Accepted by the server for 1 of 2 computers',
  })
})

test('one question names no more computers than fit into an address', () =>
  expect(jobOf('scan').input(Array.from({ length: maxIdsPerRequest }, String))).toMatchObject({
    pagelimit: maxIdsPerRequest,
  }))
