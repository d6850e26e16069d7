import type { Input } from '#contract/endpoint.ts'
import type { createAuthority } from '#contract/keys/authorities.ts'
import { summarizeCertificate } from '#crypto/x509/certificate-summary.ts'
import { readSubtrees } from '#crypto/x509/name-constraints.ts'
import { createRequest } from '#crypto/x509/request.ts'
import { revocationText } from '#crypto/x509/revocation-reason.ts'
import { validityOf } from '#crypto/x509/validity.ts'
import type { Actor } from '#services/keys/audit.ts'
import { storeCertificate } from '#services/keys/certificate-store.ts'
import type { KeyManagement } from '#services/keys/key-management.ts'
import { profileFor, templateOf } from '#services/keys/profiles/apply-profile.ts'
import { inWireWords, refused } from '#services/keys/refused.ts'
import { fingerprintOf, readFingerprint } from './fingerprint.ts'
import { ownIssuers } from './issuers.ts'
import { issuedByFingerprint, recordIssued, revocationOf } from './ledger.ts'
import type { IssuedCertificate } from './self-signed.ts'
import { signing } from './signing.ts'
import { keyOf, newKey, subjectOf, wireNames } from './subject-and-key.ts'

const defaultDays = 1825

const words = {
  ...wireNames,
  validity: 'Validity',
  pathLength: 'pathLength',
  permitted: 'permittedNames',
  excluded: 'excludedNames',
  privateKey: 'issuer',
}

/** Creates an intermediate with its key, issued by an internal authority. */
export async function createIssuingAuthority(
  parts: KeyManagement,
  by: Actor,
  wish: Input<typeof createAuthority> & { issuer: string },
): Promise<IssuedCertificate> {
  const { above, issuer } = await requireIssuer(parts, wish.issuer)
  const pathLength = wish.pathLength ?? 0
  const { der, privateKey, template } = await inWireWords(words, async () => {
    const [subject, { choice, digest }] = [subjectOf(wish), keyOf(wish)]
    const { algorithm } = choice
    const profile = await profileFor(parts.db, {
      wanted: {
        names: [],
        commonName: wish.CNAME,
        purposes: [],
        isAuthority: true,
        algorithm,
        bits: 'bits' in choice ? choice.bits : undefined,
        days: wish.Validity,
      },
      named: wish.profile,
      issuer: above.sha256,
      fields: { names: 'CNAME', algorithm: 'ALG', days: 'Validity' },
    })
    const { permittedNames = '', excludedNames = '' } = wish
    const nameConstraints = {
      permitted: readSubtrees(permittedNames, 'permitted'),
      excluded: readSubtrees(excludedNames, 'excluded'),
    }
    const { privateKey } = await newKey(parts, choice)
    const request = createRequest({ subject, alternativeNames: [], privateKey, ...(digest && { digest }) })
    const wanted = validityOf(wish.Validity ?? Math.min(defaultDays, profile.maxDays), 'days')
    // The default validity does not exceed the issuer's.
    const notAfter = new Date(Math.min(wanted.notAfter.getTime(), above.not_after))
    const { certificate } = await signing(parts, {
      request,
      issuer,
      template: templateOf(profile),
      validity: wish.Validity === undefined ? { ...wanted, notAfter } : wanted,
      pathLength,
      nameConstraints,
      addresses: parts.statusAddresses(above.sha256),
    })
    return { der: certificate, privateKey, template: profile.name }
  })
  const summary = summarizeCertificate(der)
  const { serialNumber } = summary
  const commonName = summary.subject.commonName ?? ''
  const chain = [issuer.certificate, ...(issuer.above ?? [])].map(fingerprintOf)
  return parts.db.transaction().execute(async (transaction) => {
    const revoked = (await issuedByFingerprint(transaction, chain)).map(revocationOf).find((one) => one !== undefined)
    if (revoked) throw refused('issuer', `This authority is revoked: ${revocationText(revoked.reason)}`)
    await recordIssued(transaction, above.sha256, summary)
    const kept = { der, summary, privateKey, storeType: 'PKCS12', template, source: 'signed' } as const
    const { id } = await storeCertificate(transaction, { vault: parts.vault, by }, kept)
    const text = `Authority “${commonName}” (${serialNumber}) issued by “${above.common_name}”`
    await parts.audit.record(transaction, by, text)
    return { id, commonName, serialNumber }
  })
}

async function requireIssuer(parts: KeyManagement, given: string) {
  const sha256 = readFingerprint(given)
  const above =
    sha256 &&
    (await parts.db
      .selectFrom('key_certificate')
      .selectAll()
      .where('sha256', '=', sha256)
      .where('is_authority', '=', 1)
      .executeTakeFirst())
  if (!above) throw refused('issuer', 'There is no internal authority with this fingerprint')
  const issuer = await ownIssuers(parts)(above)
  if (!issuer) throw refused('issuer', `The private key of ${above.common_name} is not stored`)
  return { above, issuer }
}
