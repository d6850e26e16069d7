import type { ConnectionView } from '#contract/console/connections.ts'
import { scopes } from '#contract/identity/scopes.ts'

const areaOf: Partial<Record<ConnectionView['service'], string>> = {
  desktop: 'DesktopManagement.',
  mdm: 'DeviceManagement.',
}

/** What to enter in the developer console: what the connection says, else the names of the references. */
export function scopesOf({ service, scopes: named }: Pick<ConnectionView, 'service' | 'scopes'>): readonly string[] {
  if (named && named.length > 0) return named
  const area = areaOf[service]
  return scopes.map(({ name }) => name).filter((name) => area === undefined || name.startsWith(area))
}
