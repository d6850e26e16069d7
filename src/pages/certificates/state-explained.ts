import { notReported } from '#components/offered/not-reported.ts'
import type { Revocation } from '#contract/keys/rules/revocation-state.ts'
import { stateText } from '#contract/keys/rules/shown-state.ts'

/** Describes the revocation status, or why it is unknown. */
export function stateExplained(revocation: Revocation): string {
  const { state } = revocation
  if (state === 'elsewhere') return 'Unknown: not issued by an internal authority. Check with its issuer.'
  if (state === 'unknown') return `${notReported} whether it is revoked`
  return stateText(revocation)
}
