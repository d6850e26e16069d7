import { generatePair } from '#crypto/private-key/key-pair.ts'
import { summarizeCertificate } from '#crypto/x509/certificate-summary.ts'
import { certificateTemplates, type TemplateName } from '#crypto/x509/certificate-template.ts'
import { createSelfSigned, type StatusAddresses } from '#crypto/x509/certificate.ts'
import { createRequest } from '#crypto/x509/request.ts'
import { signRequest } from '#crypto/x509/sign-request.ts'
import { type Validity, validityOf } from '#crypto/x509/validity.ts'
import { fingerprintOf } from '#services/keys/issuing/fingerprint.ts'
import { signerNames } from '#services/keys/issuing/issuers.ts'
import { issuedByFingerprint, recordIssued, revokeIssued } from '#services/keys/issuing/ledger.ts'
import { signing } from '#services/keys/issuing/signing.ts'
import type { KeyManagement } from '#services/keys/key-management.ts'
import { refused } from '#services/keys/refused.ts'
import type { ExternalAuthority, ExternalOrder } from './external-authority.ts'
import { findChain, type Identity, openIdentity } from './identity.ts'

type Parts = Pick<KeyManagement, 'db' | 'vault' | 'work' | 'statusAddresses'>

const p256 = { algorithm: 'EC', bits: 256 } as const
const organization = 'Triptych external authority'
const rootDays = 3650 * 2
const authorityDays = 3650

/** Maximum validity by template, in days. */
const templateDays: Record<TemplateName, number> = { WebServer: 397, SubCA: 1825 }

const embeddedName = { serverName: 'localhost', caName: 'EXTCA' } as const

/** The lab's external authority: a root and an issuing intermediate, created on first use. */
export function embeddedAuthority(parts: Parts): ExternalAuthority {
  const { db, statusAddresses } = parts
  const signers = signerNames(parts)

  async function openAuthority(): Promise<Identity> {
    const root = await openIdentity(parts, 'external-root', newRoot)
    const authority = await openIdentity(parts, 'external-authority', () => newAuthority(root, statusAddresses))
    await requireInLedger(parts, authority)
    return authority
  }

  return {
    ...embeddedName,
    templates: Object.keys(certificateTemplates),

    isIssuer: async (fingerprint) => {
      const chain = await findChain(parts, 'external-authority')
      return chain !== undefined && fingerprintOf(chain[0]) === fingerprint
    },

    issue: async (order) => {
      const template = requireTemplate(order.template)
      const { chain, privateKey } = await openAuthority()
      const [own, ...above] = chain
      const issuer = fingerprintOf(own)
      const { certificate } = await signing(parts, {
        request: order.request,
        issuer: { certificate: own, privateKey, above },
        template,
        validity: validityBy(template, order),
        addresses: statusAddresses(issuer),
      })
      return {
        chain: [certificate, ...chain],
        settle: (transaction, summary) => recordIssued(transaction, issuer, summary),
      }
    },

    revoke: async ({ issuer, serialNumber }, reason) => {
      const row = await db
        .selectFrom('key_issued')
        .selectAll()
        .where('issuer', '=', issuer)
        .where('serial_number', '=', serialNumber)
        .executeTakeFirstOrThrow()
      const issuers = await signers.siblings(issuer)
      return (transaction) => revokeIssued(transaction, row, reason, issuers)
    },
  }
}

/** Certificates of the authority are recorded as issued by the root, and can be revoked. */
async function requireInLedger({ db }: Parts, { chain: [certificate, root] }: Identity) {
  const sha256 = fingerprintOf(certificate)
  const [known] = await issuedByFingerprint(db, [sha256])
  if (known && known.reason !== null) throw refused('caName', 'The certificate of this authority is revoked')
  if (known || !root) return
  await recordIssued(db, fingerprintOf(root), summarizeCertificate(certificate))
}

function requireTemplate(name: string): TemplateName {
  if (Object.hasOwn(certificateTemplates, name)) return name as TemplateName
  throw refused(
    'templateName',
    `There is no template ${quoted(name)}; available: ${Object.keys(templateDays).join(', ')}`,
  )
}

const quoted = (text: string) => JSON.stringify(text.slice(0, 80))

/** The requested validity, limited by the template. */
function validityBy(template: TemplateName, { validity }: ExternalOrder): Validity {
  const max = validityOf(templateDays[template], 'days')
  const wanted = validity && validityOf(validity.amount, validity.unit)
  return wanted && wanted.notAfter < max.notAfter ? wanted : max
}

async function newRoot(): Promise<Identity> {
  const { privateKey } = await generatePair(p256)
  const certificate = createSelfSigned({
    subject: { commonName: 'EXTCA Root', organization },
    alternativeNames: [],
    privateKey,
    validity: validityOf(rootDays, 'days'),
    authority: {},
  })
  return { chain: [certificate], privateKey }
}

async function newAuthority(root: Identity, addresses: (issuer: string) => StatusAddresses): Promise<Identity> {
  const { privateKey } = await generatePair(p256)
  const { certificate } = signRequest({
    request: createRequest({ subject: { commonName: 'EXTCA', organization }, alternativeNames: [], privateKey }),
    issuer: { certificate: root.chain[0], privateKey: root.privateKey },
    template: 'SubCA',
    validity: validityOf(authorityDays, 'days'),
    pathLength: 1, // a SubCA below it issues leaves
    addresses: addresses(fingerprintOf(root.chain[0])),
  })
  return { chain: [certificate, ...root.chain], privateKey }
}
