import { askDevices } from './asked-devices.ts'

/** Enough to see whether the server sorts them. */
const compared = 25
/** More than there are: a server that is not what it seems is not asked forever. */
const maxPlatforms = 20

/**
 * The platforms of a server's devices, which no endpoint lists: of the sorted list, the first device of each, where the
 * devices of the platform before end.
 */
export async function platformsOfServer(signal: AbortSignal): Promise<string[]> {
  const found = new Set<string>()
  for (let offset = 0; found.size < maxPlatforms;) {
    const { rows } = await askDevices({ sort: 'platform_type', offset, limit: compared }, signal)
    const name = rows.find(({ platform_type }) => platform_type)?.platform_type
    if (!name || found.has(name)) break
    found.add(name)
    for (const { platform_type } of rows) if (platform_type) found.add(platform_type)
    const last = rows.at(-1)?.platform_type
    if (rows.length < compared || !last) break
    // Those of the last platform seen end where they and all before them have been counted.
    offset = await endOf([...found], signal)
  }
  return [...found].sort()
}

async function endOf(names: readonly string[], signal: AbortSignal): Promise<number> {
  const counts = await Promise.all(names.map((platform) => askDevices({ platform, limit: 1 }, signal)))
  return counts.reduce((sum, { total = 0 }) => sum + total, 0)
}
