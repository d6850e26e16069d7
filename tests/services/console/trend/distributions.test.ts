// Bars of enrolled devices: each is what the list of its line finds.
import { expect, test } from 'vitest'
import { distributionsOf } from '#services/console/trend/distributions.ts'
import { takeDevices } from '#services/console/trend/take-devices.ts'

/** An index of devices that a test lists, which takes the lines that these numbers are made of. */
function indexOf(devices: readonly { platform: string; version: string }[]) {
  const found = (line: string) => {
    const platform = /platform="([^"]*)"/.exec(line)?.[1]?.toLowerCase()
    const [from, to] = [/os>=(\d+)/, /os<(\d+)/].map((one) => Number(one.exec(line)?.[1] ?? Number.NaN))
    const isOther = /disk|lastseen|missing/.test(line)
    return devices.filter(
      (one) =>
        !isOther &&
        (platform === undefined || one.platform.toLowerCase() === platform) &&
        (Number.isNaN(from) || Number.parseInt(one.version, 10) >= Number(from)) &&
        (Number.isNaN(to) || Number.parseInt(one.version, 10) < Number(to)),
    )
  }
  return {
    count: (_: string, line: string) => Promise.resolve(found(line).length),
    values: (_: string, line: string, field: string) => {
      const groups = Map.groupBy(found(line), (one) => (field === 'platform_type' ? one.platform : one.version))
      const values = [...groups].map(([value, { length: count }]) => ({ value, count }))
      return Promise.resolve(values.toSorted((a, b) => b.count - a.count))
    },
  }
}
const versionsOf = async (index: ReturnType<typeof indexOf>) =>
  (await distributionsOf(index, 'test')).distributions[0]?.bars.map(({ label, count }) => `${label}: ${count}`)

test('a major version has all of its devices, however many versions there are', async () => {
  const devices = Array.from({ length: 300 }, (_, n) => ({ platform: 'Windows', version: `10.0.${n}` }))
  expect(await versionsOf(indexOf(devices))).toEqual(['Windows 10: 300'])
})

test('a platform that servers spell in several ways is one', async () => {
  const index = indexOf(['iOS', 'ios', 'iOS'].map((platform) => ({ platform, version: '18.1' })))
  expect(await versionsOf(index)).toEqual(['iOS 18: 3'])
  const taken = await takeDevices(index, 'test', [])
  expect(taken.filter(({ measure }) => measure.startsWith('devices.behind'))).toHaveLength(1)
})

test('what is in none of the ten bars is counted in a line of its own, which leads nowhere', async () => {
  const devices = Array.from({ length: 12 }, (_, n) => ({ platform: 'Android', version: String(n + 1) }))
  const { distributions } = await distributionsOf(indexOf([...devices, { platform: 'Android', version: '' }]), 'test')
  expect(distributions[0]?.bars).toHaveLength(11)
  expect(distributions[0]?.bars.at(-1)).toEqual({ label: 'Other or unknown versions', count: 3 })
})
