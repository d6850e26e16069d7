import { notReported } from '#components/offered/not-reported.ts'
import type { Revocation } from '#contract/keys/rules/revocation-state.ts'
import { stateText } from '#contract/keys/rules/shown-state.ts'

/** Why it is not known, or what its state is. */
export function stateExplained(revocation: Revocation): string {
  const { state } = revocation
  if (state === 'elsewhere') return 'Unknown: not issued by an internal authority. Check with its issuer.'
  if (state === 'unknown') return `${notReported} whether it is revoked`
  return stateText(revocation)
}
