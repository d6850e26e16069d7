import { requestDevices } from './checked-devices.ts'

/** Page size with which an unsorted list is likely to be noticed. */
const compared = 25
/** Upper limit that prevents endless requests to a misbehaving server. */
const maxPlatforms = 20

/**
 * Platforms of the server's devices, for which there is no endpoint. Reads the list sorted by platform: the first
 * device of each platform follows the last one of the previous platform.
 */
export async function platformsOfServer(signal: AbortSignal): Promise<string[]> {
  const found = new Set<string>()
  for (let offset = 0; found.size < maxPlatforms;) {
    const { rows } = await requestDevices({ sort: 'platform_type', offset, limit: compared }, signal)
    const name = rows.find(({ platform_type }) => platform_type)?.platform_type
    if (!name || found.has(name)) break
    found.add(name)
    for (const { platform_type } of rows) if (platform_type) found.add(platform_type)
    const last = rows.at(-1)?.platform_type
    if (rows.length < compared || !last) break
    // The next platform starts after all devices of the platforms found so far.
    offset = await endOf([...found], signal)
  }
  return [...found].sort()
}

async function endOf(names: readonly string[], signal: AbortSignal): Promise<number> {
  const counts = await Promise.all(names.map((platform) => requestDevices({ platform, limit: 1 }, signal)))
  return counts.reduce((sum, { total = 0 }) => sum + total, 0)
}
