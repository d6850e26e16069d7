import { type Finding, levels } from '#contract/console/connections.ts'
import type { Upstream } from '#platform/upstream/upstream.ts'

type Level = Finding['level']
type More = { detail?: string | undefined; next?: string | undefined }

/** Title and next step name no machine: they are read by whoever opens the page; addresses stand in the detail. */
export const found = (check: Finding['check'], level: Level, title: string, { detail, next }: More = {}): Finding => ({
  check,
  level,
  title,
  ...(detail && { detail }),
  ...(next && { next }),
})

export const worstOf = (findings: readonly Finding[]): Level =>
  levels[Math.max(0, ...findings.map(({ level }) => levels.indexOf(level)))] ?? 'good'

/** A setting in the file of connections, as a person finds it there. */
export const settingOf = ({ name, service }: Pick<Upstream, 'name' | 'service'>, setting: string) =>
  service === 'identity' ? `${identitySettings[setting] ?? setting} of identity` : `${setting} of "${name}"`
const identitySettings: Record<string, string> = { base_url: 'auth_url' }
