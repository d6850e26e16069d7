import { findingsOf, type SshKey, strengthText } from '#contract/keys/rules/ssh-key-list.ts'
import type { SshKeyFinding } from '#contract/keys/rules/ssh-key.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { StatusBadge, type Tone } from '#ui/feedback/StatusBadge.tsx'

const tones: Record<SshKeyFinding['level'], Tone> = { error: 'bad', warning: 'bad', note: 'info' }

/** Weaknesses of a key, in short. No findings do not guarantee strength. */
export function Strength({ of: key }: { of: SshKey }) {
  const findings = findingsOf(key)
  if (findings.length === 0) return strengthText(key)
  return findings.map(({ level, text }) => (
    <StatusBadge key={text} tone={tones[level]}>
      {text}
    </StatusBadge>
  ))
}

/** Weaknesses with reason and recommendation. */
export function StrengthNotices({ findings }: { findings: readonly SshKeyFinding[] }) {
  return findings.map(({ level, text, why, next }) => (
    <Notice key={text} tone={level === 'note' ? 'info' : 'warn'} title={text}>
      <span>
        {why} {next}
      </span>
    </Notice>
  ))
}
