import { findCertificates } from '#contract/console/certificate-list.ts'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import { toWireInput } from '#contract/http/http.ts'
import { type JsonObject, textOfJson } from '#contract/json.ts'
import { listAuthorities } from '#contract/keys/authorities.ts'
import { getCertificate, getCertificateDetails } from '#contract/keys/certificates.ts'
import { type Renewal, defaultRenewalDays } from '#contract/keys/jobs/renewal-job.ts'
import { listProfiles } from '#contract/keys/profiles.ts'
import { createRequest, signRequest } from '#contract/keys/requests.ts'
import { type InventoryRow, kindOf } from '#contract/keys/rules/inventory.ts'
import { maxRows } from '#contract/page.ts'
import { Problem } from '#contract/problem.ts'
import { Refusal } from '#crypto/refusal.ts'
import { issuableName } from '#crypto/x509/alternative-name.ts'
import { readCertificateFile } from '#crypto/x509/certificate-file.ts'
import { type CertificateSummary, summarizeCertificate } from '#crypto/x509/certificate-summary.ts'

type Ask = <R extends Endpoint>(endpoint: R, input: Input<R>) => Promise<Output<R>>
type Authority = Output<typeof listAuthorities>['rows'][number]
type RenewalContext = { authorities: readonly Authority[]; profiles: ReadonlySet<string | undefined> }
type Due = { subject: string; label: string; detail: string; input?: JsonObject; skip?: string }

/**
 * Certificates of internal authorities that expire within a number of days, with the input of their renewal: same
 * names, key type and validity. Those that cannot be renewed include the reason.
 */
export async function findDueRenewals(ask: Ask, { withinDays = '' }: JsonObject): Promise<Due[]> {
  const days = /^\d{1,3}$/.exec(textOfJson(withinDays))?.[0] ?? String(defaultRenewalDays)
  const known = await knownAuthorities(ask)
  const rows = await certificatesBy(ask, { days, origin: 'ours', states: ['standing'] })
  const found: Due[] = []
  for (const row of rows.filter((one) => isDue(one, Date.now()))) {
    const item = { subject: row.id, label: (row.name || `Certificate ${row.id}`).slice(0, 300), detail: row.expiry.raw }
    const renewal = (await laterOf(ask, row)) ?? (await renewalOf(ask, row, known))
    found.push({ ...item, ...(typeof renewal === 'string' ? { skip: renewal } : { input: { ...renewal } }) })
  }
  return found
}

/** Not in the first half of its validity, since short-lived certificates would be renewed by every run. */
function isDue({ from, expiry: { state, at } }: InventoryRow, now: number): boolean {
  if (state === 'expired') return false
  return !from || !at || at.getTime() - now <= (at.getTime() - from.getTime()) / 2
}

async function certificatesBy(ask: Ask, filter: Partial<Input<typeof findCertificates>>): Promise<InventoryRow[]> {
  const rows: InventoryRow[] = []
  for (let total = 1; rows.length < total;) {
    const page = await ask(findCertificates, { ...filter, offset: rows.length, limit: maxRows })
    rows.push(...page.rows)
    total = page.rows.length === 0 ? 0 : page.total
  }
  return rows
}

/** Authorities that can sign, with their profiles. */
export async function knownAuthorities(ask: Ask): Promise<RenewalContext> {
  const { rows: authorities } = await ask(listAuthorities, {})
  return { authorities, profiles: new Set((await ask(listProfiles, {})).rows.map(({ name }) => name)) }
}

/** Reason to skip a certificate that has a successor. */
const laterOf = async (ask: Ask, row: InventoryRow): Promise<string | undefined> =>
  row.name !== '' && row.ofThisName > 1 && (await hasSuccessor(ask, row))
    ? 'A later certificate of this name exists.'
    : undefined

/** Input of the renewal, or why there is none. */
export async function renewalOf(
  ask: Ask,
  row: InventoryRow,
  { authorities, profiles }: RenewalContext,
): Promise<Renewal | string> {
  if (row.name === '') return 'It has no common name. Renew it on its own page.'
  try {
    const { rows } = await ask(getCertificateDetails, { common_name: row.name })
    const detail = rows.find(({ CertificateId }) => CertificateId === row.id)
    const serial_number = detail?.endpoint?.serial
    if (!serial_number) return 'The server does not report its serial number.'
    const file = await ask(getCertificate, { common_name: row.name, serial_number, fileType: 'PEM' })
    const [own, above] = readCertificateFile(file.bytes).certificates.map(summarizeCertificate)
    if (!own || own.authority) return 'It is a CA certificate. Renew it on its own page.'
    const signer = authorities.find(
      ({ signType, canSign, serialNumber = '' }) =>
        signType === 'signWithRoot' && canSign !== false && plain(serialNumber) === plain(above?.serialNumber),
    )
    if (!signer) return `Issued by ${own.issuer.text}, which cannot sign here.`
    const profile = detail?.certificateTemplate ?? ''
    const isIssued = profiles.has(profile) && (!signer.profiles || signer.profiles.includes(profile))
    return asked(own, signer, isIssued ? profile : '')
  } catch (error) {
    // Other errors affect all certificates.
    if (error instanceof Refusal || (error instanceof Problem && [400, 404].includes(error.status)))
      return `It could not be read: ${error.message}.`.slice(0, 300)
    throw error
  }
}

/** Whether an internal authority issued a later certificate with a later expiry. */
async function hasSuccessor(ask: Ask, row: InventoryRow): Promise<boolean> {
  const time = (at: Date | undefined) => at?.getTime() ?? 0
  const all = await certificatesBy(ask, { name: row.name, origin: 'ours', states: ['standing'] })
  return all.some(
    (one) =>
      kindOf(one) === kindOf(row) && time(one.from) > time(row.from) && time(one.expiry.at) > time(row.expiry.at),
  )
}

const plain = (serial = '') => serial.replaceAll(/[:\s]|^0+(?=.)/g, '').toLowerCase()
const units = [
  ['days', 86_400_000],
  ['hours', 3_600_000],
  ['minutes', 60_000],
] as const

function asked(own: CertificateSummary, signer: Authority, profile: string): Renewal | string {
  const { subject, key, alternativeNames, alternativeNameCount, notBefore, notAfter } = own
  const lost = alternativeNames.filter((name) => !issuableName(name))
  if (lost.length > 0 || alternativeNameCount > alternativeNames.length)
    return `Not all of its names can be requested: ${lost.map(({ value }) => value).join(', ')}`.slice(0, 300)
  const spanMs = notAfter.getTime() - notBefore.getTime()
  const [unit, unitMs] = units.find(([, ms]) => spanMs >= ms) ?? ['minutes', 60_000]
  const amount = Math.max(1, Math.round(spanMs / unitMs))
  const names = alternativeNames.map(({ value }) => value.replaceAll(',', '\\,'))
  const algorithm = key.algorithm === 'RSA-PSS' ? 'RSA' : key.algorithm
  const isKnown = ['RSA', 'EC', 'Ed25519'].includes(algorithm)
  const given = (name: string, text: string | undefined) => (text ? { [name]: text } : {})
  const wish = toWireInput(createRequest, {
    CNAME: subject.commonName ?? '',
    ...given('ALT_NAMES', names.join(',')),
    ...given('ORGUNIT', subject.organizationalUnit),
    ...given('ORG', subject.organization),
    ...given('LOCATION', subject.locality),
    ...given('STATE', subject.state),
    ...given('COUNTRY', subject.country?.toUpperCase()),
    VALIDITY_TYPE: unit,
    VALIDITY: String(amount),
    ALG: isKnown ? algorithm : 'EC',
    ...(isKnown && algorithm !== 'Ed25519' && key.bits !== undefined && { LEN: String(key.bits) }),
    StoreType: 'PKCS12',
    ...given('profile', profile),
  })
  // The request's ID is known once it was created.
  const { CSR_ID: _, ...sign } = toWireInput(signRequest, {
    CSR_ID: '0',
    signType: 'signWithRoot',
    rootCertificateCommonName: signer.commonName ?? '',
    rootCertificateSerialNumber: signer.serialNumber ?? '',
    ...(unit === 'days' && { Validity: amount }),
  })
  return { wish, sign }
}
