import { type Finding, levels } from '#contract/console/connections.ts'
import type { Upstream } from '#platform/upstream/upstream.ts'

type Level = Finding['level']
type More = { detail?: string | undefined; next?: string | undefined }

/** Title and next step contain no addresses, since they are shown without a session; `detail` does. */
export const found = (check: Finding['check'], level: Level, title: string, { detail, next }: More = {}): Finding => ({
  check,
  level,
  title,
  ...(detail && { detail }),
  ...(next && { next }),
})

export const worstOf = (findings: readonly Finding[]): Level =>
  levels[Math.max(0, ...findings.map(({ level }) => levels.indexOf(level)))] ?? 'good'

/** Name of a setting in the connections file. */
export const settingOf = ({ name, service }: Pick<Upstream, 'name' | 'service'>, setting: string) =>
  service === 'identity' ? `${identitySettings[setting] ?? setting} of identity` : `${setting} of "${name}"`
const identitySettings: Record<string, string> = { base_url: 'auth_url' }
