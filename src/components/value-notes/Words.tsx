import type { Coded } from '#contract/codes/legend.ts'
import { StatusBadge, type Tone } from '#ui/feedback/StatusBadge.tsx'

/** Shown as a badge if it has a tone. */
export type CodeWords = Coded & { tone?: Tone }

export const Words = ({ of: { label, tone } }: { of: CodeWords }) =>
  tone ? <StatusBadge tone={tone}>{label}</StatusBadge> : label
