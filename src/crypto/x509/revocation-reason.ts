import { CRLReasons } from '@peculiar/asn1-x509'
import { Refusal } from '#crypto/refusal.ts'

/**
 * The numbers of revokeEXTCACertificate. RFC 5280 leaves 7 unused and calls 8 "removeFromCRL", so what travels in
 * certificate revocation lists and OCSP answers is the second column.
 */
const reasons = {
  0: { text: 'unspecified', inCrl: CRLReasons.unspecified },
  1: { text: 'key compromise', inCrl: CRLReasons.keyCompromise },
  2: { text: 'certificate authority compromise', inCrl: CRLReasons.cACompromise },
  3: { text: 'affiliation changed', inCrl: CRLReasons.affiliationChanged },
  4: { text: 'superseded', inCrl: CRLReasons.superseded },
  5: { text: 'cessation of operation', inCrl: CRLReasons.cessationOfOperation },
  6: { text: 'certificate hold', inCrl: CRLReasons.certificateHold },
  7: { text: 'remove from CRL', inCrl: CRLReasons.removeFromCRL },
} as const

export type RevocationReason = keyof typeof reasons

const hold = 6
const remove = 7

export interface Revocation {
  /** Never 7: who is removed from the list is not on it. */
  reason: Exclude<RevocationReason, typeof remove>
  at: Date
}

const isRevocationReason = (reason: number): reason is RevocationReason => Object.hasOwn(reasons, reason)

export const revocationText = (reason: RevocationReason): string => reasons[reason].text

export const reasonInCrl = (reason: Revocation['reason']): CRLReasons => reasons[reason].inCrl

/** The state after a revocation: undefined when a held certificate is good again. */
export function revoke(
  current: Revocation | undefined,
  reason: RevocationReason,
  at = new Date(),
): Revocation | undefined {
  if (reason === remove) {
    if (current?.reason === hold) return undefined
    throw new Refusal('not-allowed', 'Only a certificate on hold can be removed from the list', 'revoke_reason')
  }
  if (current && current.reason !== hold) {
    throw new Refusal(
      'not-allowed',
      `The certificate is already revoked: ${revocationText(current.reason)}`,
      'revoke_reason',
    )
  }
  if (current && reason === hold) {
    throw new Refusal('not-allowed', 'The certificate is already on hold', 'revoke_reason')
  }
  return { reason, at }
}

/** The reason of somebody else's list as one of ours; a number that ours lack counts as unspecified. */
export function reasonFromCrl(code = 0): Revocation['reason'] {
  return isRevocationReason(code) && code !== remove ? code : 0
}
