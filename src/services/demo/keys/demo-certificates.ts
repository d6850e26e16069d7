import type { Input } from '#contract/endpoint.ts'
import type { createCertificate, createRequest, signRequest } from '#contract/keys/requests.ts'
import { writePem } from '#crypto/pem.ts'
import { type Validity, validityOf } from '#crypto/x509/validity.ts'
import { selfSignedIdentity } from '#services/lab/tls-hosts/host-certificate.ts'
import { type DemoContext, throwIfStopping } from './demo-context.ts'

type CertificateInput = Partial<Input<typeof createRequest>> & { CNAME: string }

const rootName = 'Demo Root CA'
const issuingName = 'Demo Issuing CA'
const organization = { ORG: 'Example Works', ORGUNIT: 'IT', LOCATION: 'Köln', STATE: 'NRW', COUNTRY: 'DE' }

/** Issued by the internal intermediate, valid for the given days. */
const issued: (CertificateInput & { days: number; times?: number })[] = [
  { CNAME: 'www.example.com', ALT_NAMES: 'www.example.com,example.com', days: 365 },
  { CNAME: 'shop.example.com', ALG: 'RSA', LEN: '2048', days: 20 },
  { CNAME: 'api.example.com', days: 5 },
  { CNAME: '*.example.com', days: 90, LEN: '384' },
  { CNAME: 'mail.example.com', days: 180, times: 2 },
  { CNAME: 'Grüße aus Köln – 漢字', ORG: 'Bücher & Töne GmbH', days: 200 },
  { CNAME: 'many-names.example.com', ALT_NAMES: manyNames(), days: 300 },
  { CNAME: 'router.example.com', ALT_NAMES: '10.0.0.1,fd00::1,router.lan', days: 30 },
  { CNAME: 'vpn.example.com', LEN: '521', SIGALG: 'SHA512', days: 700 },
  { CNAME: 'ldap.example.com', ALG: 'RSA', LEN: '3072', StoreType: 'JKS', days: 60 },
  { CNAME: 'lost-laptop.example.com', days: 365 },
  { CNAME: 'on-hold.example.com', days: 365 },
  { CNAME: 'build-agent.example.com', ALG: 'Ed25519', days: 14 },
  { CNAME: 'web.lab.example', ALT_NAMES: 'web.lab.example,localhost,127.0.0.1', days: 120 },
]

const selfSigned: (Input<typeof createCertificate> & { CNAME: string })[] = [
  { CNAME: 'printer.example.com', ALG: 'RSA', LEN: '1024', VALIDITY: '3650', PASSWORD: 'printer demo' },
  { CNAME: 'staging.example.com', ALG: 'EC', LEN: '256', VALIDITY: '90', StoreType: 'PEM' },
  { CNAME: 'session.example.com', ALG: 'EC', LEN: '256', VALIDITY: '12', VALIDITY_TYPE: 'hours' },
]

/** Imported without private keys. */
const imported: { name: string; from: number; days: number }[] = [
  { name: 'expired.example.com', from: -400, days: 365 },
  { name: 'yesterday.example.com', from: -91, days: 90 },
  { name: 'next-year.example.com', from: 200, days: 365 },
  { name: 'partner.example.net', from: -10, days: 365 },
]

const open: CertificateInput[] = [
  { CNAME: 'intranet.example.com', ALG: 'EC', LEN: '256', VALIDITY: '90' },
  { CNAME: 'erp.example.com', ALG: 'RSA', LEN: '2048', VALIDITY: '1', VALIDITY_TYPE: 'days', StoreType: 'JKS' },
  { CNAME: 'kiosk.example.com', ALG: 'Ed25519', StoreType: 'PEM' },
  { CNAME: 'long-lived.example.com', ALG: 'EC', LEN: '384', VALIDITY: '825' },
]

const revoked = [
  { common_name: 'lost-laptop.example.com', revoke_reason: 1 },
  { common_name: 'on-hold.example.com', revoke_reason: 6 },
]

export async function makeCertificates(world: DemoContext): Promise<void> {
  const { parts, calls } = world
  const issuer = await openIssuer(world)
  for (const { days, times = 1, ...wish } of issued) {
    for (let count = await countOf(world, wish.CNAME, issuingName); count < times; count++) {
      throwIfStopping(parts)
      await sign(world, wish, { ...issuer, Validity: days })
    }
  }
  for (const wish of selfSigned) {
    throwIfStopping(parts)
    if ((await countOf(world, wish.CNAME)) === 0) await calls.createCertificate({ ...organization, ...wish })
  }
  if ((await countOf(world, 'extranet.example.com')) === 0) {
    const by = { serverName: 'localhost', caName: 'EXTCA', templateName: 'WebServer' }
    await sign(world, { CNAME: 'extranet.example.com' }, by)
  }
  for (const one of imported) {
    throwIfStopping(parts)
    if ((await countOf(world, one.name)) === 0) await importFile(world, one)
  }
  for (const wish of open) {
    throwIfStopping(parts)
    if ((await requestOf(world, wish.CNAME)) === undefined) await calls.createRequest(requestFor(wish))
  }
  for (const one of revoked) await revoke(world, one)
}

/** Creates the root and the issuing intermediate. */
async function openIssuer(world: DemoContext) {
  const { calls } = world
  if ((await countOf(world, rootName)) === 0) {
    await calls.createAuthority({ ...organization, CNAME: rootName, ALG: 'EC', LEN: '384', Validity: 7300 })
  }
  if ((await countOf(world, issuingName)) === 0) {
    const root = { ...(await authorityOf(world, rootName)), Validity: 3650, isIntermediate: 'true' } as const
    await sign(world, { CNAME: issuingName, LEN: '384' }, root)
  }
  return authorityOf(world, issuingName)
}

async function authorityOf(world: DemoContext, commonName: string) {
  const { serial_number } = await requireCertificateOf(world, commonName)
  return {
    signType: 'signWithRoot',
    rootCertificateCommonName: commonName,
    rootCertificateSerialNumber: serial_number,
  } as const
}

const requestFor = (wish: CertificateInput) => ({ ...organization, ALG: 'EC' as const, ...wish })

/** An existing request was left by an interrupted start, or is signed again. */
async function sign(world: DemoContext, wish: CertificateInput, by: Omit<Input<typeof signRequest>, 'CSR_ID'>) {
  if ((await requestOf(world, wish.CNAME)) === undefined) await world.calls.createRequest(requestFor(wish))
  await world.calls.signRequest({ CSR_ID: String(await requestOf(world, wish.CNAME)), ...by })
}

async function importFile({ calls }: DemoContext, { name, from, days }: (typeof imported)[number]) {
  const { chain } = await selfSignedIdentity({
    commonName: name,
    names: name,
    key: { algorithm: 'EC', bits: 256 },
    validity: validFrom(from, days),
  })
  const File = { name: `${name}.crt`, bytes: Buffer.from(writePem('CERTIFICATE', chain[0])) }
  await calls.addCertificate({ fileType: 'CERTFILE', File })
}

const dayMs = 86_400_000
const validFrom = (from: number, days: number): Validity =>
  validityOf(days, 'days', new Date(Date.now() + from * dayMs))

async function revoke(world: DemoContext, { common_name, revoke_reason }: (typeof revoked)[number]) {
  const { serial_number, sha256 } = await requireCertificateOf(world, common_name)
  const entry = await world.parts.db
    .selectFrom('key_issued')
    .select('reason')
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  if (entry?.reason === null) await world.calls.revokeCertificate({ common_name, serial_number, revoke_reason })
}

async function countOf({ parts }: DemoContext, commonName: string, issuerName?: string): Promise<number> {
  const query = parts.db.selectFrom('key_certificate').select('id').where('common_name', '=', commonName)
  return (await (issuerName === undefined ? query : query.where('issuer_name', '=', issuerName)).execute()).length
}

const requireCertificateOf = ({ parts }: DemoContext, commonName: string) =>
  parts.db
    .selectFrom('key_certificate')
    .select(['serial_number', 'sha256'])
    .where('common_name', '=', commonName)
    .where('sealed_key', 'is not', null)
    .orderBy('id')
    .executeTakeFirstOrThrow()

const requestOf = async ({ parts }: DemoContext, commonName: string) =>
  (await parts.db.selectFrom('key_request').select('id').where('common_name', '=', commonName).executeTakeFirst())?.id

function manyNames(): string {
  return Array.from({ length: 150 }, (_, at) => `tenant-${at + 1}.example.com`).join(',')
}
