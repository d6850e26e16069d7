import { expect, test } from 'vitest'
import { type ComputerAction, installationStatus, obstacleTo } from '#contract/desktop/status.ts'
import { actions, computerCount, planOf, stepIn } from '#pages/desktops/agents/agent-plan.ts'

const ableOf = (action: ComputerAction) =>
  [...Object.keys(installationStatus), '77'].filter(
    (status) => obstacleTo(action, { installation_status: Number(status) }) === undefined,
  )

test('each action is for the computers that it makes sense for, and for those the server has to judge', () => {
  expect(Object.fromEntries(actions.map((action) => [action, ableOf(action)]))).toEqual({
    install: ['21', '23', '29', '77'],
    uninstall: ['22', '24', '29', '77'],
    scan: ['22', '77'],
  })
  expect(obstacleTo('scan', {})).toBeUndefined()
})

test('who cannot is left out with the reason, and who is no longer listed is named', () => {
  const installed = { resource_id: '1', installation_status: 22 }
  const waiting = { resource_id: '2', installation_status: 21 }
  expect(planOf('install', ['1', '2', '3'], [installed, waiting])).toEqual({
    able: [waiting],
    unable: [{ computer: installed, why: 'The agent is already installed.' }],
    missing: ['3'],
  })
})

test('what the history holds is taken only if it is a step of this page', () => {
  const check = { step: 'check', action: 'scan', ids: ['1'] }
  expect(stepIn(check)).toEqual(check)
  for (const other of [null, {}, { notice: 'x' }, { ...check, ids: [] }, { ...check, action: 'wipe' }]) {
    expect(stepIn(other)).toBeUndefined()
  }
})

test('one computer is not “computers”', () =>
  expect([computerCount(1), computerCount(1200)]).toEqual(['1 computer', '1,200 computers']))
