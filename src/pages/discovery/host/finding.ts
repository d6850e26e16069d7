import type { Tone } from '#ui/feedback/StatusBadge.tsx'

/** One statement about a host: what, how it was found out, and when. */
export type Finding = {
  label: string
  tone: Tone
  /** A few words for the badge. */
  text: string
  /** What the badge has no room for. */
  detail?: string
  how: string
  /** As the service tells times; without one, it was not tested. */
  at?: string | undefined
  link?: { certificate: string; text: string }
}
