import { expect, test } from 'vitest'
import { type Followed, followedBy, isEnded } from '#pages/desktops/agents/agent-follow.ts'
import type { Listed } from '#pages/desktops/agents/agent-plan.ts'

const key = (name: string) => `dc.db.agent.install.${name}`
const before = { id: '1', name: 'A', status: 21, remarks: 'The agent is yet to be installed', at: '-1' }

/** What the page says after each answer. */
function states(action: 'install' | 'uninstall' | 'scan', first: typeof before, rows: readonly (Listed | undefined)[]) {
  let was: Followed | undefined
  return rows.map((row) => (was = followedBy(action, first, was, row && { resource_id: '1', ...row })).state)
}

test('accepted is not done: a computer is done once its own row says so', () => {
  const rows = [
    { installation_status: 21, remarks: key('yet_to_install'), agent_installed_on: -1 },
    { installation_status: 21, remarks: key('in_progress'), agent_installed_on: -1 },
    { installation_status: 22, remarks: key('success'), agent_installed_on: 5 },
  ]
  expect(states('install', before, rows)).toEqual(['waiting', 'running', 'done'])
})

test('a failure of before is no failure of this time, until the row has said something else', () => {
  const failed = { installation_status: 29, remarks: key('access_denied'), agent_installed_on: -1 }
  const first = { ...before, status: 29, remarks: 'The account may not install software on this computer' }
  const running = { installation_status: 21, remarks: key('in_progress'), agent_installed_on: -1 }
  expect(states('install', first, [failed, running, failed])).toEqual(['waiting', 'running', 'failed'])
})

test('a scan that ended between two looks shows by its time', () => {
  const first = { id: '1', name: 'A', status: 2, remarks: '', at: '1700000000000' }
  const again = { scan_status: 2, last_scan_time: 1_700_000_009_000 }
  expect(states('scan', first, [{ scan_status: 2, last_scan_time: 1_700_000_000_000 }, again])).toEqual([
    'waiting',
    'done',
  ])
})

test('a computer that the server no longer lists is said to be gone, and is followed no longer', () => {
  const gone = followedBy('uninstall', before, undefined, undefined)
  expect([gone.state, isEnded(gone)]).toEqual(['gone', true])
})

test('a status without a meaning is no end', () => {
  expect(states('install', before, [{ installation_status: 77 }])).toEqual(['running'])
})
