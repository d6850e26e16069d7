import type { ActionName } from '#contract/mdm/actions/actions.ts'
// A small world for the tests of commands: real services, and a clock that a test moves.
import { vi } from 'vitest'
import type { Input, Endpoint } from '#contract/endpoint.ts'
import { sendCommand, sendCommands, wipeCorporateData, wipeDevice } from '#contract/mdm/commands.ts'
import { type Device, getDevice, listDeviceCommands } from '#contract/mdm/devices.ts'
import { listDevices } from '#contract/mdm/device-list.ts'
import { deviceAt } from '#services/demo/devices/fleet.ts'
import { startRunning } from '../../running.ts'

export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute

type Given = Omit<Input<typeof sendCommand>, 'device_id' | 'action_name'>
export type CommandWorld = Awaited<ReturnType<typeof startWorld>>

/** The clock stands at a moment until the test moves it; timers run as ever. */
export const stopClock = (at = '2026-03-02T09:30:00Z') => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date(at))
}

export async function startWorld(options: Parameters<typeof startRunning>[0] = {}) {
  const running = await startRunning({ seed: 'large:120', ...options })
  const call = async <R extends Parameters<typeof running.call>[0]>(endpoint: R, input: Input<R>) =>
    running.call(endpoint, input, await running.mdmKey())
  const lab = async (path: string, method = 'GET', body?: object) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${running.lab}/${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }

  return {
    ...running,
    call,
    callAs: <R extends Endpoint>(endpoint: R, input: Input<R>, token: string | undefined) =>
      running.call(endpoint, input, token),
    switchLab: lab,
    send: (device_id: string, action: ActionName, given: Given = {}) => {
      if (action === 'complete_wipe') return call(wipeDevice, { device_id, ...given })
      if (action === 'corporate_wipe') return call(wipeCorporateData, { device_id, ...given })
      return call(sendCommand, { device_id, action_name: action, ...given })
    },
    sendAll: (device_ids: string[], action_name: Input<typeof sendCommands>['action_name'], given: Given = {}) =>
      call(sendCommands, { device_ids, action_name, ...given }),
    history: async (device_id: string, more: Partial<Input<typeof listDeviceCommands>> = {}) =>
      (await call(listDeviceCommands, { device_id, ...more })).rows,
    record: (device_id: string) => call(getDevice, { device_id }),
    list: (query: Input<typeof listDevices> = {}) => call(listDevices, query),
    /** The clock goes on, and the world with it: the lab answers when everything that was due has happened. */
    later: async (ms: number) => {
      vi.setSystemTime(Date.now() + ms)
      return lab('world')
    },
  }
}

const made = new Map<number, Device>()
/** The record of a device as it is made; making one takes a while. */
export function recordAt(index: number): Device {
  const record = made.get(index) ?? deviceAt(index).record
  made.set(index, record)
  return record
}
export const idAt = (index: number) => recordAt(index).device_id ?? ''
/** Devices of the fleet whose record says that they can be sent the action. */
export const ableTo = (action: ActionName, fleet = 120) =>
  Array.from({ length: fleet }, (_, index) => index)
    .filter((index) => recordAt(index).actions?.some(({ name, is_enabled }) => name === action && is_enabled))
    .map(idAt)
