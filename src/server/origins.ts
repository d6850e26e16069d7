import { isLoopback } from '#platform/network/loopback.ts'
import type { Settings } from './settings.ts'

/** Origins that browsers may use, canonical one first: the public URL, or the loopback names with this port. */
export function originsOf(
  { host, publicUrl }: Pick<Settings, 'host' | 'publicUrl'>,
  port: number,
): ReadonlySet<string> {
  const bound = isLoopback(host) ? [host.includes(':') ? `[${host}]` : host] : []
  const names = [...bound, '127.0.0.1', 'localhost', '[::1]']
  const origins = names.map((name) => new URL(`http://${name}:${port}`).origin)
  return new Set(publicUrl ? [publicUrl.origin, ...origins] : origins)
}
