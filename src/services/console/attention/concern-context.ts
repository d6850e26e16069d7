import type { Concern, Places } from '#contract/attention/concern.ts'
import type { Problem } from '#contract/problem.ts'
import type { CallServer } from '#services/console/call-server.ts'

export type ConcernContext = {
  /** Calls an endpoint with the rights of the user. */
  ask: CallServer
  places: Places
  now: number
}

export type FoundConcerns = {
  concerns: Concern[]
  /** Whether there may be more. */
  isLimited?: boolean
  /** Data that the responses do not contain. */
  notReported?: string[]
  /** Why the concerns may be incomplete. */
  problem?: Problem | undefined
}

/** Rows per request; the list is for the most urgent issues. */
export const maxRows = 25
