import type { Transaction } from 'kysely'
import type { Input } from '#contract/endpoint.ts'
import type { signRequest as signRow } from '#contract/keys/requests.ts'
import { authorityPermission, yieldsAuthority } from '#contract/keys/rules/authority-rules.ts'
import type { Profile } from '#contract/keys/rules/profiles/profile.ts'
import { summarizeCertificate } from '#crypto/x509/certificate-summary.ts'
import { type NameConstraints, readSubtrees } from '#crypto/x509/name-constraints.ts'
import { summarizeRequest } from '#crypto/x509/request.ts'
import { revocationText } from '#crypto/x509/revocation-reason.ts'
import { type Validity, validityOf } from '#crypto/x509/validity.ts'
import type { Actor as Recorded } from '#services/keys/audit.ts'
import type { ExternalAuthority, ExternallyIssued } from '#services/keys/authorities/external-authority.ts'
import { type Certificate, findCertificates, storeCertificate, storable } from '#services/keys/certificate-store.ts'
import type { KeyCall, KeyManagement } from '#services/keys/key-management.ts'
import { profileFor, templateOf, profileInputOf } from '#services/keys/profiles/apply-profile.ts'
import { requireProfile } from '#services/keys/profiles/profile-store.ts'
import { inWireWords, refused } from '#services/keys/refused.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import { requirePermission } from '#services/router.ts'
import { recordAnswers } from './answers.ts'
import { fingerprintOf } from './fingerprint.ts'
import { ownIssuers } from './issuers.ts'
import { issuedByFingerprint, recordIssued, revocationOf } from './ledger.ts'
import { type Signable, signableRequest, requireRequest } from './request-store.ts'
import type { IssuedCertificate } from './self-signed.ts'
import { signing } from './signing.ts'
import { perDay, readDuration } from './subject-and-key.ts'

type SignInput = Input<typeof signRow>
type Actor = Recorded & Pick<KeyCall, 'caller'>

const leafDays = 365
const authorityDays = 1825

const ofRoot = {
  issuer: 'rootCertificateCommonName',
  privateKey: 'rootCertificateCommonName',
  validity: 'Validity',
  pathLength: 'pathLength',
  permitted: 'permittedNames',
  excluded: 'excludedNames',
  names: 'CSR_ID',
  request: 'CSR_ID',
  subject: 'CSR_ID',
}
const ofExternal = { request: 'CSR_ID', names: 'CSR_ID', subject: 'CSR_ID', validity: 'CSR_ID', issuer: 'caName' }

/** signCSR, both variants. Signing a request again creates another certificate. */
export function requestSigning(parts: KeyManagement, external: ExternalAuthority) {
  const byRoot = rootSigning(parts)
  const keep = keeping(parts)

  /** Variant A: external authority. */
  async function byExternal(by: Actor, wish: SignInput, request: Signable): Promise<IssuedCertificate> {
    const { serverName, caName, templates } = external
    requireNamed('serverName', wish.serverName, [serverName])
    requireNamed('caName', wish.caName, [caName])
    const template = requireNamed('templateName', wish.templateName, templates)
    if (wish.isIntermediate === 'true')
      throw refused('isIntermediate', 'The template determines this; choose a template for authorities')
    requireNoLimits(wish, 'The template determines this')
    if (wish.profile) throw refused('profile', 'The template of the external authority determines this')
    const days = wish.Validity
    const validity = days === undefined ? readDuration(request.validity) : ({ amount: days, unit: 'days' } as const)
    const order = { request: request.der, template, validity }
    const { chain, settle } = await inWireWords(ofExternal, () => external.issue(order))
    return keep(by, wish, request, { chain, settle, template, issuerName: caName })
  }

  return async (by: Actor, wish: SignInput): Promise<IssuedCertificate> => {
    const request = signableRequest(parts.vault, await requireRequest(parts.db, wish.CSR_ID))
    return wish.signType === 'signWithRoot'
      ? byRoot(by, wish, request, await requireRoot(parts.db, wish))
      : byExternal(by, wish, request)
  }
}

type RootWish = Pick<
  SignInput,
  'isIntermediate' | 'Validity' | 'profile' | 'pathLength' | 'permittedNames' | 'excludedNames' | 'signType'
>

/** Variant B: an authority of the inventory. All certificates of internal authorities for requests are issued here. */
export function rootSigning(parts: KeyManagement) {
  const openIssuer = ownIssuers(parts)
  const keep = keeping(parts)

  return async function byRoot(
    by: Actor,
    wish: RootWish,
    request: Signable,
    authority: Certificate,
  ): Promise<IssuedCertificate> {
    const issuer = await openIssuer(authority)
    if (!issuer) throw refused(ofRoot.issuer, `The private key of ${authority.common_name} is not stored`)
    const isAuthority = wish.isIntermediate === 'true'
    if (!isAuthority) requireNoLimits(wish, 'Only an intermediate has it')
    const profile = await inWireWords(ofRoot, () => profileBy(wish, request, authority))
    const { certificate } = await inWireWords(ofRoot, async () =>
      signing(parts, {
        request: request.der,
        issuer,
        template: templateOf(profile),
        validity: validityBy(wish, request, authority, profile),
        ...(isAuthority && { pathLength: wish.pathLength ?? 0, nameConstraints: constraintsIn(wish) }),
        addresses: parts.statusAddresses(authority.sha256),
      }),
    )
    const above = [issuer.certificate, ...(issuer.above ?? [])].map(fingerprintOf)
    const settle: ExternallyIssued['settle'] = async (transaction, summary) => {
      await requireNoneRevoked(transaction, above)
      await recordIssued(transaction, authority.sha256, summary)
    }
    return keep(by, wish, request, {
      chain: [certificate],
      settle,
      template: profile.name,
      issuerName: authority.common_name,
    })
  }

  /** The named profile, or that of the request; otherwise the service selects one. */
  async function profileBy(wish: RootWish, request: Signable, authority: Certificate): Promise<Profile> {
    const isAuthority = wish.isIntermediate === 'true'
    const chosen = request.profile === null ? undefined : await requireProfile(parts.db, request.profile)
    const kept = readDuration(request.validity)
    const days = wish.Validity ?? (kept && kept.amount / perDay[kept.unit])
    return profileFor(parts.db, {
      wanted: { ...profileInputOf(summarizeRequest(request.der)), days, isAuthority },
      named: wish.profile || (chosen?.isAuthority === isAuthority ? chosen.name : undefined),
      issuer: authority.sha256,
      fields: { names: 'CSR_ID', algorithm: 'CSR_ID', days: 'Validity' },
    })
  }
}

const keeping =
  (parts: KeyManagement) =>
  async (by: Actor, wish: RootWish, request: Signable, signed: Signed): Promise<IssuedCertificate> => {
    const [der, ...issuers] = signed.chain
    const summary = summarizeCertificate(der)
    if (summary.authority) requireMayIssueAuthority(wish, by)
    const { serialNumber } = summary
    const { subject, alternativeNames } = summary
    const commonName = storable(subject.commonName || alternativeNames[0]?.value || subject.text)
    const { secrets, storeType, email } = request
    const keeper = { vault: parts.vault, by }
    return parts.db.transaction().execute(async (transaction) => {
      await signed.settle(transaction, summary)
      for (const issuer of issuers) {
        const certificate = { der: issuer, summary: summarizeCertificate(issuer), source: 'imported' } as const
        await storeCertificate(transaction, keeper, certificate)
      }
      const certificate = { der, summary, source: 'signed', storeType, email, template: signed.template } as const
      const { id } = await storeCertificate(transaction, keeper, { ...certificate, ...secrets })
      await recordAnswers(transaction, id, request.numbers)
      await request.settle?.(transaction, summary)
      const text = `Certificate “${commonName}” (${serialNumber}) issued by “${signed.issuerName}” for ${request.name}`
      await parts.audit.record(transaction, by, text)
      return { id, commonName, serialNumber }
    })
  }

type Signed = ExternallyIssued & { template: string; issuerName: string }

function requireNamed(field: string, given: string | undefined, there: readonly string[]): string {
  if (given !== undefined && there.includes(given)) return given
  const named = given ? `There is no ${JSON.stringify(given.slice(0, 80))}; available:` : 'It is required; available:'
  throw refused(field, `${named} ${there.join(', ')}`)
}

async function requireRoot(
  db: KeyManagement['db'],
  { rootCertificateCommonName: name, rootCertificateSerialNumber: serialNumber }: SignInput,
): Promise<Certificate> {
  if (!name) throw refused('rootCertificateCommonName', 'It is required to sign with a root')
  if (!serialNumber) throw refused('rootCertificateSerialNumber', 'It is required to sign with a root')
  const [found, ...others] = await findCertificates(db, name, serialNumber)
  const named = `certificate of ${storable(name)}`
  if (!found) {
    const { length } = await findCertificates(db, name)
    if (length === 0) throw refused('rootCertificateCommonName', `There is no ${named}`)
    throw refused('rootCertificateSerialNumber', `No ${named} has the serial number ${storable(serialNumber)}`)
  }
  if (others.length) throw refused('rootCertificateSerialNumber', 'Several certificates have this name and number')
  if (found.is_authority) return found
  throw refused('rootCertificateCommonName', `The ${named} is not a certificate authority`)
}

/** An explicit validity must be within the issuer's; the default is limited to it. */
function validityBy(
  { Validity: days, isIntermediate }: RootWish,
  request: Signable,
  issuer: Certificate,
  { maxDays }: Profile,
): Validity {
  const kept = readDuration(request.validity)
  if (days !== undefined) return validityOf(days, 'days')
  if (kept) return validityOf(kept.amount, kept.unit)
  const validity = validityOf(Math.min(maxDays, isIntermediate === 'true' ? authorityDays : leafDays), 'days')
  return { ...validity, notAfter: new Date(Math.min(validity.notAfter.getTime(), issuer.not_after)) }
}

/** Checks the issued certificate, not only the request: unexpected CA certificates are discarded. */
function requireMayIssueAuthority(wish: RootWish, { caller }: Actor) {
  if (!yieldsAuthority(wish)) throw new Error('A certificate authority was issued although none was requested')
  if (caller) requirePermission(authorityPermission, caller)
}

const limits = ['pathLength', 'permittedNames', 'excludedNames'] as const satisfies (keyof SignInput)[]

/** Rejects limits that the certificate cannot contain, since the caller relies on them. */
function requireNoLimits(wish: RootWish, reason: string) {
  const given = limits.find((name) => wish[name] !== undefined)
  if (given) throw refused(given, reason)
}

const constraintsIn = ({ permittedNames = '', excludedNames = '' }: RootWish): NameConstraints => ({
  permitted: readSubtrees(permittedNames, 'permitted'),
  excluded: readSubtrees(excludedNames, 'excluded'),
})

async function requireNoneRevoked(transaction: Transaction<KeyTables>, fingerprints: readonly string[]) {
  const issued = await issuedByFingerprint(transaction, fingerprints)
  for (const row of issued) {
    const revocation = revocationOf(row)
    if (revocation) throw refused(ofRoot.issuer, `This authority is revoked: ${revocationText(revocation.reason)}`)
  }
}
