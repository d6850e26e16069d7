import { CRLReasons } from '@peculiar/asn1-x509'
import { Refusal } from '#crypto/refusal.ts'

/**
 * Numbers of revokeEXTCACertificate, mapped to the reason codes of CRLs and OCSP in the second column: RFC 5280 does
 * not use 7, and 8 is "removeFromCRL".
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
  /** Excludes removal from hold, which ends the revocation. */
  reason: Exclude<RevocationReason, typeof remove>
  at: Date
}

const isRevocationReason = (reason: number): reason is RevocationReason => Object.hasOwn(reasons, reason)

export const revocationText = (reason: RevocationReason): string => reasons[reason].text

export const reasonInCrl = (reason: Revocation['reason']): CRLReasons => reasons[reason].inCrl

/** The state after a revocation; undefined if a hold was released. */
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

/** Maps a reason code of an external list; unknown codes count as unspecified. */
export function reasonFromCrl(code = 0): Revocation['reason'] {
  return isRevocationReason(code) && code !== remove ? code : 0
}
