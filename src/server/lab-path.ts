import { randomBytes } from 'node:crypto'
import { isLoopback } from '#platform/network/loopback.ts'
import type { Settings } from './settings.ts'

/**
 * The lab lets everybody in who reaches it. It is there in the demo on this machine alone, or where the operator wants
 * it: then at an address that nobody guesses.
 */
export function labPathOf({ lab, seed, host, publicUrl }: Pick<Settings, 'lab' | 'seed' | 'host' | 'publicUrl'>) {
  if (lab === 'off') return undefined
  if (lab === 'on') return `/lab/${randomBytes(24).toString('base64url')}`
  return seed !== 'empty' && isLoopback(host) && publicUrl === undefined ? '/lab' : undefined
}
