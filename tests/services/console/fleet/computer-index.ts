// A console with the index of 60 computers of the embedded service.
import { expect } from 'vitest'
import type { FleetState } from '#contract/fleet/fleet-endpoints.ts'
import { consoleKeyOf } from '#services/console-key.ts'
import { secret, startProxy } from '../../../support/proxy.ts'
import { masterKey, startRunning } from '../../running.ts'
import { callsOf, pace } from '../jobs/job-world.ts'

const count = 60

export async function startComputerIndex(more: Pick<Parameters<typeof startProxy>[0] & object, 'scheduleClock'> = {}) {
  const running = await startRunning({ seed: `large:${count}`, demoPassword: secret.password })
  const key = consoleKeyOf(masterKey, 'desktop')
  const proxy = await startProxy({
    desktopUrl: new URL(running.desktop),
    desktopBackground: key,
    jobPace: pace,
    fleetPace: { recordsPerSecond: 100_000, lookMs: 50, idleMs: 50, walkMs: 50 },
    ...more,
  })
  const calls = callsOf(proxy)
  const cookie = await proxy.signIn('admin')
  return {
    running,
    key,
    proxy,
    calls,
    cookie,
    untilRead: () =>
      expect
        .poll(() => calls.call<FleetState>('console.getComputerIndex', {}, cookie), { timeout: 60_000, interval: 100 })
        .toMatchObject({ state: 'ready', devices: count, detailed: count }),
    stop: async () => {
      await proxy.stop()
      await running.stop()
    },
  }
}
