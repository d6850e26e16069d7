import type { ConnectionView } from '#contract/console/connections.ts'
import { scopes } from '#contract/identity/scopes.ts'

const areaOf: Partial<Record<ConnectionView['service'], string>> = {
  desktop: 'DesktopManagement.',
  mdm: 'DeviceManagement.',
}

/** Scopes to enter in the developer console: those of the connection, otherwise those of the API references. */
export function scopesOf({ service, scopes: named }: Pick<ConnectionView, 'service' | 'scopes'>): readonly string[] {
  if (named && named.length > 0) return named
  const area = areaOf[service]
  return scopes.map(({ name }) => name).filter((name) => area === undefined || name.startsWith(area))
}
