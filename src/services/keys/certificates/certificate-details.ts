import type { Kysely } from 'kysely'
import type { Input } from '#contract/endpoint.ts'
import type { getCertificateDetails } from '#contract/keys/certificates.ts'
import type { CertificateSummary } from '#crypto/x509/certificate-summary.ts'
import {
  type Certificate,
  derOf,
  findCertificates,
  findIssuerInStore,
  requireCertificate,
} from '#services/keys/certificate-store.ts'
import type { KeyManagement } from '#services/keys/key-management.ts'
import { servedPlaces } from '#services/keys/hosts/served-places.ts'
import type { KeyTables } from '#services/keys/tables.ts'
import { wireTime } from '#services/keys/wire-time.ts'

/** Details of certificates by common name, and optionally serial number. */
export async function describeCertificates(
  { db, work }: KeyManagement,
  { common_name, serial_number }: Input<typeof getCertificateDetails>,
) {
  const found =
    serial_number === undefined
      ? await findCertificates(db, common_name)
      : [await requireCertificate(db, common_name, serial_number)]
  if (found.length === 0) await requireCertificate(db, common_name) // throws
  const issuers = await Promise.all(found.map((certificate) => findIntermediate(db, certificate)))
  const all = [...found, ...issuers.filter((issuer) => issuer !== undefined)]
  const summaries = await work.run('summarizeCertificates', [all.map(derOf)])
  const summaryOf = new Map(all.map(({ id }, index) => [id, summaries[index]]))
  const rows = await Promise.all(
    found.map(async (certificate, index) => {
      const issuer = issuers[index]
      return detailOf(certificate, await placesOf(db, certificate), summaryOf.get(certificate.id), {
        issuer,
        summary: issuer && summaryOf.get(issuer.id),
      })
    }),
  )
  return { rows }
}

/** The intermediate that issued the certificate, if stored. */
async function findIntermediate(db: Kysely<KeyTables>, certificate: Certificate) {
  const issuer = await findIssuerInStore(db, certificate)
  return issuer && issuer.common_name !== issuer.issuer_name ? issuer : undefined
}

const maxPlaces = 2 // the displayed one, and whether there are others

const placesOf = (db: Kysely<KeyTables>, { id }: Certificate) =>
  db
    .selectFrom(servedPlaces(db).as('place'))
    .selectAll()
    .where('certificate_id', '=', id)
    .orderBy('seen_at', 'desc')
    .orderBy('host')
    .orderBy('port')
    .limit(maxPlaces)
    .execute()

type Place = KeyTables['key_certificate_place']
type Above = { issuer: Certificate | undefined; summary: CertificateSummary | undefined }

function detailOf(certificate: Certificate, places: Place[], summary: CertificateSummary | undefined, above: Above) {
  const [place] = places
  return {
    certtype: spokenKinds[summary?.kind ?? 'end entity'],
    certificateTemplate: certificate.template,
    endpoint: {
      hostName: place?.host ?? (certificate.dns_name || certificate.common_name),
      port: place ? String(place.port) : '',
      expiry_date: wireTime(certificate.not_after),
      from_date: wireTime(certificate.not_before),
      certSignAlg: certificate.signature_algorithm,
      Sans: (summary?.alternativeNames ?? []).map(({ value }) => value.replaceAll(',', '\\,')).join(','),
      serial: certificate.serial_number,
      fingerPrint: certificate.sha256,
      keyalg: certificate.key_algorithm,
      PublicKeyLength: certificate.key_bits,
      PrivateKey: certificate.sealed_key !== null,
      isCloudProvider: false,
      ...(summary && { extensions: summary.extensions.map((extension) => ({ ...extension })) }),
    },
    isCertInstalledMulipleServers: places.length > 1,
    issuer: partyOf(summary?.issuer),
    issuedto: partyOf(summary?.subject),
    intermediate: intermediateOf(above),
    ipaddress: place?.address ?? '',
    CertificateId: String(certificate.id),
  }
}

const spokenKinds: Record<CertificateSummary['kind'], string> = {
  root: 'Root',
  intermediate: 'Intermediate',
  'self-signed': 'Self-signed',
  'end entity': 'End entity',
}

const partyOf = (name: CertificateSummary['subject'] | undefined) => ({
  cname: name?.commonName ?? '',
  org: name?.organization ?? '',
  orgunit: name?.organizationalUnit ?? '',
})

const intermediateOf = ({ issuer, summary }: Above) =>
  issuer ? { ...partyOf(summary?.subject), serial: issuer.serial_number, expiry_date: wireTime(issuer.not_after) } : {}
