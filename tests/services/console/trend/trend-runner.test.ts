// When a server that could not be asked is asked again.
import { expect, test } from 'vitest'
import { Problem } from '#contract/problem.ts'
import type { Site } from '#platform/upstream/sites.ts'
import type { Upstream } from '#platform/upstream/upstream.ts'
import { defaultTrendPace, trendPass } from '#services/console/trend/trend-runner.ts'
import type { TrendStore } from '#services/console/trend/trend-store.ts'

type Parts = Parameters<typeof trendPass>[0]
type Look = Parameters<TrendStore['note']>[0]

test('a server’s Retry-After is respected', async () => {
  let now = Date.UTC(2026, 10, 24, 8)
  let asked = 0
  const retryAfterSeconds = 3 * 3600
  const upstream = {
    service: 'keys',
    request: () => {
      asked += 1
      return Promise.reject(new Problem('UNREACHABLE', undefined, { service: 'keys', status: 503, retryAfterSeconds }))
    },
  } as unknown as Upstream
  const site = { name: 'test', upstreams: new Map([['keys', upstream]]) } as unknown as Site
  const looks = new Map<string, Look>()
  const pass = trendPass({
    store: {
      wantedSites: () => Promise.resolve(['test']),
      looks: () => Promise.resolve(looks),
      note: (look: Look) => Promise.resolve(void looks.set(look.area, look)),
    } as unknown as TrendStore,
    sites: { all: [site] } as unknown as Parts['sites'],
    bearerFor: () => Promise.resolve({ value: 'key', isKey: true } as never),
    fleet: {} as Parts['fleet'],
    pinned: () => Promise.resolve([]),
    pace: defaultTrendPace,
    clock: () => now,
    log: () => undefined,
  })
  const { signal } = new AbortController()
  await pass(signal)
  expect(asked).toBe(2) // certificates and SSH keys
  expect(looks.get('ssh-keys')).toMatchObject({ state: 'failing' })
  now += 3600_000
  await pass(signal)
  expect(asked).toBe(2)
  now += 2 * 3600_000
  await pass(signal)
  expect(asked).toBe(4)
})
