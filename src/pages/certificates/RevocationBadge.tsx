import { isEnded, reasonText, type Revocation } from '#contract/keys/rules/revocation-state.ts'
import { StatusBadge } from '#ui/feedback/StatusBadge.tsx'
import { absoluteTime, asShown } from '#ui/values/moment.ts'
import { stateText } from '#contract/keys/rules/shown-state.ts'
import { stateExplained } from './state-explained.ts'

const tones = { revoked: 'bad', held: 'warn', standing: 'ok', elsewhere: 'muted', unknown: 'muted' } as const

/** Revocation status; the tooltip has the reason and the date. */
export function RevocationBadge({ revocation }: { revocation: Revocation }) {
  return (
    <span data-tip={tipOf(revocation)}>
      <StatusBadge tone={tones[revocation.state]}>{stateText(revocation)}</StatusBadge>
    </span>
  )
}

function tipOf(revocation: Revocation): string {
  // The list and the certificate's page explain why the status is unknown.
  if (revocation.state === 'unknown') return 'Unknown whether it is revoked'
  if (!isEnded(revocation)) return stateExplained(revocation)
  const { at, raw } = revocation
  return `${reasonText(revocation)}, since ${at ? absoluteTime(asShown(at, raw)) : raw || 'an unknown time'}`
}
