import { randomBytes } from 'node:crypto'
import { isLoopback } from '#platform/network/loopback.ts'
import type { Settings } from './settings.ts'

/**
 * The lab requires no sign-in. By default it is available only in demo mode on loopback; if enabled elsewhere, it uses
 * an unguessable path.
 */
export function labPathOf({ lab, seed, host, publicUrl }: Pick<Settings, 'lab' | 'seed' | 'host' | 'publicUrl'>) {
  if (lab === 'off') return undefined
  if (lab === 'on') return `/lab/${randomBytes(24).toString('base64url')}`
  return seed !== 'empty' && isLoopback(host) && publicUrl === undefined ? '/lab' : undefined
}
