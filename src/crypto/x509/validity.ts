import type { Time } from '@peculiar/asn1-x509'
import { Refusal } from '#crypto/refusal.ts'

export interface Validity {
  notBefore: Date
  notAfter: Date
}

const secondsIn = { days: 86_400, hours: 3_600, minutes: 60 } as const // VALIDITY_TYPE, createCSR

export type ValidityUnit = keyof typeof secondsIn

const latest = Date.UTC(9999, 11, 31, 23, 59, 59) // RFC 5280, 4.1.2.5: the latest representable time

export function validityOf(amount: number, unit: ValidityUnit, from = new Date()): Validity {
  if (!Number.isSafeInteger(amount) || amount < 1) {
    throw new Refusal('not-allowed', `The validity is a whole number of ${unit}, one or more`, 'validity')
  }
  const notBefore = wholeSecond(from)
  const end = notBefore.getTime() + amount * secondsIn[unit] * 1_000
  if (end > latest) throw new Refusal('not-allowed', 'The validity ends after the year 9999', 'validity')
  return { notBefore, notAfter: new Date(end) }
}

const slack = secondsIn.days * 1_000

/**
 * Limits a certificate's validity to its issuer's. Excess of up to a tolerance, as when the issuer was just created for
 * the same number of days, is shortened; more is rejected.
 */
export function withinIssuer(wanted: Validity, issuer: Validity): Validity {
  const { notAfter } = issuer
  if (notAfter <= wanted.notBefore) {
    throw new Refusal('not-allowed', `The issuer's own certificate ended on ${day(notAfter)}`, 'issuer')
  }
  if (wanted.notAfter.getTime() - notAfter.getTime() > slack) {
    throw new Refusal(
      'not-allowed',
      `The issuer's own certificate ends on ${day(notAfter)}, before this one`,
      'validity',
    )
  }
  if (issuer.notBefore >= wanted.notAfter) {
    throw new Refusal('not-allowed', `The issuer's own certificate begins on ${day(issuer.notBefore)}`, 'issuer')
  }
  return {
    notBefore: later(wanted.notBefore, issuer.notBefore),
    notAfter: notAfter < wanted.notAfter ? notAfter : wanted.notAfter,
  }
}

/** Invalid dates do occur in certificates. */
export function readTime(time: Time): Date {
  const date = time.getTime()
  if (Number.isNaN(date.getTime())) throw new Refusal('damaged', 'A date in the file is invalid')
  return date
}

const later = (a: Date, b: Date) => (a < b ? b : a)
const day = (date: Date) => date.toISOString().slice(0, 10)

/** RFC 5280, 4.1.2.5.2: no fractions in certificates, lists and OCSP responses. */
export const wholeSecond = (date: Date) => new Date(Math.floor(date.getTime() / 1_000) * 1_000)

const toleranceMs = 5 * 60_000 // for clock differences

/** Rejects statements outside their validity period. */
export function requireCurrentTimes(
  what: string,
  { thisUpdate, nextUpdate }: { thisUpdate: Date; nextUpdate?: Date | undefined },
  now: Date,
): void {
  const isEarly = thisUpdate.getTime() > now.getTime() + toleranceMs
  const isLate = nextUpdate !== undefined && nextUpdate.getTime() < now.getTime() - toleranceMs
  if (isEarly || isLate) throw new Refusal('not-authentic', `${what} is not current`)
}
