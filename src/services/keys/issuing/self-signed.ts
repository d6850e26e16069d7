import type { Input } from '#contract/endpoint.ts'
import type { createAuthority } from '#contract/keys/authorities.ts'
import type { createCertificate } from '#contract/keys/requests.ts'
import type { Profile } from '#contract/keys/rules/profiles/profile.ts'
import { readAlternativeNames } from '#crypto/x509/alternative-name.ts'
import { summarizeCertificate } from '#crypto/x509/certificate-summary.ts'
import { createSelfSigned } from '#crypto/x509/certificate.ts'
import { validityOf } from '#crypto/x509/validity.ts'
import type { Actor } from '#services/keys/audit.ts'
import { storeCertificate, type NewCertificate } from '#services/keys/certificate-store.ts'
import type { KeyManagement } from '#services/keys/key-management.ts'
import { grantedNames, profileFor, templateOf } from '#services/keys/profiles/apply-profile.ts'
import { inWireWords, refused } from '#services/keys/refused.ts'
import {
  type Duration,
  keyOf,
  newKey,
  profileWireNames,
  readDuration,
  requireKnown,
  spelled,
  storeOf,
  subjectOf,
  validityText,
  requestedIn,
  wireNames,
} from './subject-and-key.ts'

export type IssuedCertificate = { id: number; commonName: string; serialNumber: string }

const defaultDays = 365
const defaultDuration = ({ maxDays }: Profile): Duration => ({ amount: Math.min(defaultDays, maxDays), unit: 'days' })
const rootDays = 3650

/** createCertificate: a self-signed certificate that is not a CA. */
export async function createOwnCertificate(
  parts: KeyManagement,
  by: Actor,
  input: Input<typeof createCertificate>,
): Promise<IssuedCertificate> {
  const wish = requireKnown(input)
  const { der, privateKey, store, template } = await inWireWords(wireNames, async () => {
    const [subject, { choice, digest }] = [subjectOf(wish), keyOf(wish)]
    const wanted = requestedIn(wish, choice)
    const profile = await profileFor(parts.db, { wanted, named: wish.profile, fields: profileWireNames })
    const alternativeNames = readAlternativeNames(grantedNames(profile, wanted).map(spelled))
    const { amount, unit } = readDuration(validityText(wish)) ?? defaultDuration(profile)
    const store = storeOf(wish)
    const { privateKey } = await newKey(parts, choice)
    const validity = validityOf(amount, unit)
    const usage = templateOf(profile)
    const order = { subject, alternativeNames, privateKey, validity, usage, ...(digest && { digest }) }
    return { der: createSelfSigned(order), privateKey, store, template: profile.name }
  })
  return keepCreated(parts, by, { der, privateKey, ...store, template, kind: 'Certificate' })
}

/** Creates an internal root for `signWithRoot`. */
export async function createOwnAuthority(
  parts: KeyManagement,
  by: Actor,
  wish: Input<typeof createAuthority>,
): Promise<IssuedCertificate> {
  const { Validity = rootDays, pathLength } = wish
  const ofIssued = (['profile', 'permittedNames', 'excludedNames'] as const).find((name) => wish[name])
  if (ofIssued) throw refused(ofIssued, 'A root has none; name the issuer of the authority')
  const { der, privateKey } = await inWireWords({ ...wireNames, validity: 'Validity' }, async () => {
    const [subject, { choice, digest }] = [subjectOf(wish), keyOf(wish)]
    const { privateKey } = await newKey(parts, choice)
    const authority = pathLength === undefined ? {} : { pathLength }
    const validity = validityOf(Validity, 'days')
    const order = { subject, alternativeNames: [], privateKey, validity, authority, ...(digest && { digest }) }
    return { der: createSelfSigned(order), privateKey }
  })
  return keepCreated(parts, by, { der, privateKey, storeType: 'PKCS12', kind: 'Authority' })
}

type Created = Pick<NewCertificate, 'der' | 'privateKey' | 'storeType' | 'passphrase' | 'template'> & { kind: string }

function keepCreated(parts: KeyManagement, by: Actor, { kind, ...created }: Created): Promise<IssuedCertificate> {
  const summary = summarizeCertificate(created.der)
  const { serialNumber } = summary
  const commonName = summary.subject.commonName ?? ''
  return parts.db.transaction().execute(async (transaction) => {
    const { id } = await storeCertificate(
      transaction,
      { vault: parts.vault, by },
      { ...created, summary, source: 'created' },
    )
    await parts.audit.record(transaction, by, `${kind} “${commonName}” (${serialNumber}) created`)
    return { id, commonName, serialNumber }
  })
}
