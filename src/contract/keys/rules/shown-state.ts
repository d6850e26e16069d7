/** Filter of lists by revocation state. */
import type { Revocation, RevocationState } from './revocation-state.ts'

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

/** States included by a filter value. */
export const statesOf = (wanted: ShownState) => shown[wanted]

/** Whether a filter by state finds nothing if the server does not report what was revoked. */
export const needsRevocations = (wanted: ShownState) => !shown[wanted].includes('unknown')

const texts: Record<RevocationState, string> = {
  standing: stateLabels.standing,
  revoked: stateLabels.revoked,
  held: stateLabels.held,
  elsewhere: stateLabels.unknown,
  unknown: stateLabels.unknown,
}
export const stateText = ({ state }: Revocation): string => texts[state]
