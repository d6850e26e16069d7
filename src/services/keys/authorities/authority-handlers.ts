import type { authorityRows } from '#contract/keys/authorities.ts'
import { summarizeCertificate } from '#crypto/x509/certificate-summary.ts'
import { revocationText } from '#crypto/x509/revocation-reason.ts'
import { derOf } from '#services/keys/certificate-store.ts'
import { fingerprintOf } from '#services/keys/issuing/fingerprint.ts'
import { issuedByFingerprint, revocationOf } from '#services/keys/issuing/ledger.ts'
import { createIssuingAuthority } from '#services/keys/issuing/issuing-authority.ts'
import { findSigner } from '#services/keys/issuing/issuers.ts'
import { createOwnAuthority } from '#services/keys/issuing/self-signed.ts'
import { revocationListState } from '#services/keys/issuing/revocation-lists.ts'
import type { KeyCall, KeyManagement } from '#services/keys/key-management.ts'
import { profilesOfAuthority } from '#services/keys/profiles/profile-store.ts'
import { wireTime } from '#services/keys/wire-time.ts'
import type { Handlers } from '#services/router.ts'
import { embeddedAuthority } from './embedded-authority.ts'
import { findChain } from './identity.ts'
import { listIssued } from './issued-list.ts'

const maxAuthorities = 500

/** Extension: authorities that can sign requests, and creation of a root. */
export function authorityHandlers(parts: KeyManagement): Handlers<typeof authorityRows, KeyCall> {
  const { db, statusAddresses } = parts
  const external = embeddedAuthority(parts)

  /** Common state of an authority, by its certificate. */
  async function stateOf(der: Uint8Array<ArrayBuffer>, sha256: string) {
    const summary = summarizeCertificate(der)
    const { issued, revoked } = await db
      .selectFrom('key_issued')
      .select(({ fn }) => [fn.countAll<number>().as('issued'), fn.count<number>('reason').as('revoked')])
      .where('issuer', '=', sha256)
      .executeTakeFirstOrThrow()
    const [own] = await issuedByFingerprint(db, [sha256])
    const revocation = own && revocationOf(own)
    const reason = revocation ? `Revoked: ${revocationText(revocation.reason)}` : whenOutOfTime(summary)
    const { crlUrl = '', ocspUrl = '' } = statusAddresses(sha256)
    const profiles = await profilesOfAuthority(db, sha256)
    const list = await revocationListState(db, sha256)
    const signer = await findSigner(parts, sha256)
    signer?.privateKey.fill(0)
    return {
      commonName: summary.subject.commonName ?? summary.subject.text,
      serialNumber: summary.serialNumber,
      sha256,
      isRoot: summary.kind === 'root',
      ExpiryDate: wireTime(summary.notAfter.getTime()),
      ...(summary.pathLength !== undefined && { pathLength: summary.pathLength }),
      issued,
      revoked,
      canSign: reason === undefined,
      ...(reason !== undefined && { reason }),
      crlUrl,
      ocspUrl,
      ocspState: signer ? 'answers' : 'no key',
      ...(profiles && { profiles }),
      ...(list && {
        crlNumber: list.number,
        crlBytes: list.bytes,
        ...(list.thisUpdate !== undefined && { crlThisUpdate: wireTime(list.thisUpdate) }),
        ...(list.nextUpdate !== undefined && { crlNextUpdate: wireTime(list.nextUpdate) }),
      }),
    }
  }

  async function ownAuthorities() {
    const rows = await db
      .selectFrom('key_certificate')
      .select(['id', 'der', 'sha256'])
      .where('is_authority', '=', 1)
      .where('sealed_key', 'is not', null)
      .orderBy('id')
      .limit(maxAuthorities)
      .execute()
    const authorities = []
    for (const row of rows) {
      authorities.push({ signType: 'signWithRoot', CertID: row.id, ...(await stateOf(derOf(row), row.sha256)) })
    }
    return authorities
  }

  /** Created on first use; until then, only its name is known. */
  async function externalAuthority() {
    const { serverName, caName, templates } = external
    const [certificate] = (await findChain(parts, 'external-authority')) ?? []
    const state = certificate
      ? await stateOf(certificate, fingerprintOf(certificate))
      : { commonName: caName, issued: 0, revoked: 0, canSign: true }
    return { signType: 'EXTCA', serverName, caName, templates: [...templates], ...state }
  }

  return {
    listAuthorities: async () => ({ rows: [await externalAuthority(), ...(await ownAuthorities())] }),

    listIssued: () => listIssued(parts),

    createAuthority: async (wish, call) => {
      const { issuer } = wish
      const { id, commonName, serialNumber } =
        issuer === undefined
          ? await createOwnAuthority(parts, call, wish)
          : await createIssuingAuthority(parts, call, { ...wish, issuer })
      return { Certificate_ID: id, commonName, serialNumber }
    },
  }
}

function whenOutOfTime({ notBefore, notAfter }: { notBefore: Date; notAfter: Date }): string | undefined {
  if (notAfter.getTime() <= Date.now()) return `Expired on ${notAfter.toISOString().slice(0, 10)}`
  return notBefore.getTime() > Date.now() ? `Not valid before ${notBefore.toISOString().slice(0, 10)}` : undefined
}
