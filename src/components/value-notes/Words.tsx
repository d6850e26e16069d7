import type { Coded } from '#contract/codes/legend.ts'
import { StatusBadge, type Tone } from '#ui/feedback/StatusBadge.tsx'

/** As a badge where it has a tone. */
export type CodeWords = Coded & { tone?: Tone }

export const Words = ({ of: { label, tone } }: { of: CodeWords }) =>
  tone ? <StatusBadge tone={tone}>{label}</StatusBadge> : label
