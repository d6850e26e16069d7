import { kindOf, type NameKind } from '#contract/keys/rules/name-form.ts'
import { altNamesOf, type IssuingForm, validitySeconds } from './issuing-form.ts'

const daySeconds = 86_400
const subjectParts = [
  ['C', 'country'],
  ['ST', 'state'],
  ['L', 'locality'],
  ['O', 'organization'],
  ['OU', 'unit'],
  ['CN', 'commonName'],
] as const
const prefixes: Record<NameKind, string> = {
  dns: 'DNS',
  wildcard: 'DNS',
  ip: 'IP',
  mail: 'email',
  uri: 'URI',
  other: 'DNS',
}

/** Equivalent openssl command for a request or a self-signed certificate. It prompts for the passphrase of the key. */
export function opensslCommand(form: IssuingForm): string {
  // Free-text values use the server's spelling, which openssl may not accept.
  if ([form.ownAlgorithm, form.ownLength, form.ownDigest].some((text) => text.trim() !== '')) return ''
  const file = fileName(form.commonName)
  const names = altNamesOf(form).map((name) => `${prefixes[kindOf(name)]}:${name}`)
  const seconds = validitySeconds(form)
  const itself = form.issuer === 'itself'
  return [
    `openssl req ${itself ? '-x509' : '-new'} -utf8 -newkey ${newKey(form)}`,
    `-keyout ${quoted(`${file}.key`)} -out ${quoted(file + (itself ? '.crt' : '.csr'))}`,
    ...(itself && seconds !== undefined ? [`-days ${Math.ceil(seconds / daySeconds)}`] : []),
    ...(form.digest ? [`-${form.digest.toLowerCase()}`] : []),
    `-subj ${quoted(subject(form))}`,
    ...(names.length > 0 ? [`-addext ${quoted(`subjectAltName=${names.join(',')}`)}`] : []),
  ].join(' \\\n  ')
}

const curves: Record<string, string> = { '256': 'P-256', '384': 'P-384', '521': 'P-521' }

function newKey({ algorithm, rsaBits, curve }: IssuingForm): string {
  if (algorithm === 'Ed25519') return 'ed25519'
  return algorithm === 'EC' ? `ec -pkeyopt ec_paramgen_curve:${curves[curve] ?? 'P-256'}` : `rsa:${Number(rsaBits)}`
}

/** `/C=DE/O=Acme\/Works`: escapes characters that would end a value (slash, plus, backslash). */
const subject = (form: IssuingForm) =>
  subjectParts
    .filter(([, field]) => form[field].trim() !== '')
    .map(([label, field]) => `/${label}=${form[field].trim().replaceAll(/[\\/+]/g, String.raw`\$&`)}`)
    .join('')

const fileName = (commonName: string) =>
  commonName
    .trim()
    .replaceAll(/[^\w.-]+/g, '_')
    .replace(/^[.-]+/, '') || 'request'

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
