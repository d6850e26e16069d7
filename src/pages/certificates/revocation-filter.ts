/** Lists by whether what is in them is revoked. */
import { notTold } from '#components/offered/not-told.ts'
import type { Revocation, RevocationState } from '#contract/keys/rules/revocation-state.ts'

export const shownStates = ['any', 'good', 'standing', 'revoked', 'held', 'unknown'] as const
export type ShownState = (typeof shownStates)[number]

export const stateLabels: Record<ShownState, string> = {
  any: 'Any state',
  good: 'Hide revoked',
  standing: 'Not revoked',
  revoked: 'Revoked',
  held: 'On hold',
  unknown: 'Unknown',
}

const shown: Record<ShownState, readonly RevocationState[]> = {
  any: ['standing', 'revoked', 'held', 'elsewhere', 'unknown'],
  good: ['standing', 'elsewhere', 'unknown'],
  standing: ['standing'],
  revoked: ['revoked'],
  held: ['held'],
  unknown: ['elsewhere', 'unknown'],
}

export const isShown = (wanted: ShownState, { state }: Revocation): boolean => shown[wanted].includes(state)

const texts: Record<RevocationState, string> = {
  standing: stateLabels.standing,
  revoked: stateLabels.revoked,
  held: stateLabels.held,
  elsewhere: stateLabels.unknown,
  unknown: stateLabels.unknown,
}
export const stateText = ({ state }: Revocation): string => texts[state]

/** Why it is not known, or what its state is. */
export function stateExplained({ state }: Revocation): string {
  if (state === 'elsewhere') return 'Unknown: not issued by an internal authority. Check with its issuer.'
  if (state === 'unknown') return `${notTold} whether it is revoked`
  return texts[state]
}
