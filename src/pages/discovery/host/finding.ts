import type { Tone } from '#ui/feedback/StatusBadge.tsx'

/** A finding about a host, with its method and time. */
export type Finding = {
  label: string
  tone: Tone
  /** Short text for the badge. */
  text: string
  /** Further details below the badge. */
  detail?: string
  how: string
  /** Timestamp in the service's format; undefined if not tested. */
  at?: string | undefined
  link?: { certificate: string; text: string }
}
