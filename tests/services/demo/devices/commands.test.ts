import { expect, test } from 'vitest'
import { actionNames } from '#contract/mdm/actions/actions.ts'
import { commandStatus, scanStatus } from '#contract/mdm/status.ts'
import { deviceAt } from '#services/demo/devices/fleet.ts'

const fleet = Array.from({ length: 2000 }, (_, index) => deviceAt(index))
const records = fleet.map(({ record }) => record)
const commands = fleet.flatMap(({ commands }) => commands)

test('there are four to a device, newest first, and the record tells of the newest', () => {
  expect(commands.length / fleet.length).toBeCloseTo(4, 0)
  expect(new Set(commands.map(({ command_id: id }) => id)).size).toBe(commands.length)
  for (const { record, commands } of fleet) {
    const times = commands.map(({ added_time: time }) => Number(time))
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    expect(times.every((time) => time >= Number(record.registered_time))).toBe(true)
    expect(record.command_name).toBe(commands[0]?.command_name)
    expect(record.command_status).toBe(commands[0]?.command_status)
    expect(record.command_id).toBe(commands[0]?.command_id)
  }
})

test('every command_status occurs, and a command passes the status codes 1, 4, 2', () => {
  const statuses = new Set(commands.map(({ command_status: status }) => String(status)))
  expect(statuses).toEqual(new Set(Object.keys(commandStatus)))
  for (const { command_status: status, command_life: life = [] } of commands) {
    const codes = life.map(({ status_code: code }) => code)
    if (status === 2) expect(codes).toEqual([1, 4, 2])
    expect(codes.every((code) => code !== undefined && code in scanStatus)).toBe(true)
  }
})

test('each of the 18 actions is offered somewhere, and refused somewhere with a reason', () => {
  const actions = records.slice(0, 200).flatMap(({ actions = [] }) => actions)
  expect(new Set(actions.filter((action) => action.is_enabled).map(({ name }) => name))).toEqual(new Set(actionNames))
  for (const action of actions) expect(action.is_enabled).toBe(action.action_info === undefined)
})
