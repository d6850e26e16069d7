import type { Settings } from './settings.ts'

/** The addresses browsers may use: the public one where there is one, and the loopback names of the bound port. */
export function originsOf({ host, publicUrl }: Pick<Settings, 'host' | 'publicUrl'>, port: number) {
  const names = new Set(['127.0.0.1', 'localhost', '[::1]', host === '::1' ? '[::1]' : host])
  const origins = [...names].map((name) => new URL(`http://${name}:${port}`).origin)
  return new Set(publicUrl ? [publicUrl.origin, ...origins] : origins)
}
