// Versions that a server states as a text that is none: neither below nor above a version, on both databases.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deviceCatalog } from '#contract/fleet/device-catalog.ts'
import { parseQuery } from '#contract/fleet/query-line.ts'
import { databases, fillIndex, site } from './filled-index.ts'

const versions = ['14.8', '15.2', '', '--', '-', 'Unknown', 'N/A', 'v16', undefined]
const app = (app_version: string) => ({ app_name: 'Acme VPN', identifier: 'acme.vpn', app_version })

describe.each(databases)('on $name', ({ name, skip }) => {
  let found: (line: string) => Promise<unknown[]>
  let close: () => Promise<void>

  beforeAll(async () => {
    if (skip) return
    const records = versions.map((os_version, at) => ({
      device_id: String(at),
      device_name: os_version ?? 'none',
      ...(os_version !== undefined && { os_version, apps: [app(os_version)] }),
    }))
    const filled = await fillIndex(name, 'versions', records)
    close = filled.close
    found = async (line) => {
      const parsed = parseQuery(line, deviceCatalog)
      if ('problem' in parsed) throw new Error(parsed.problem.message)
      const asked = { site, conditions: parsed.conditions, catalog: deviceCatalog }
      const { rows } = await filled.queries.page(asked, { columns: [], offset: 0, limit: 50 })
      return rows.map(({ device_id }) => versions[Number(device_id)])
    }
  }, 120_000)
  afterAll(async () => {
    if (!skip) await close()
  })

  test.skipIf(skip).each<[string, (string | undefined)[]]>([
    ['os<15', ['14.8']],
    ['-os<15', ['15.2']],
    ['os<=15', ['14.8', '15.2']],
    ['-os<=15', []],
    ['os>14', ['15.2']],
    ['-os>14', ['14.8']],
    ['os>=15', ['15.2']],
    ['-os>=15', ['14.8']],
    ['os=Unknown', ['Unknown']],
    ['os=""', ['']],
    ['missing:os', [undefined]],
    ['unknown:os', ['', '-', '--']],
    ['app:"Acme VPN"<15', ['14.8']],
    ['app:"Acme VPN">=15', ['15.2']],
    ['-app:"Acme VPN"<15', ['15.2', undefined]],
    ['-app:"Acme VPN"=15', ['14.8', undefined]],
  ])('%s', async (line, expected) => {
    expect(new Set(await found(line))).toEqual(new Set(expected))
  })
})
