/** Detects certificates that can issue certificates (basicConstraints with CA:TRUE, RFC 5280, 4.2.1.9). */
import { defaultDialect, type Dialect } from '#contract/dialect.ts'
import type { FilePart } from '#contract/http/file-part.ts'

export const authorityPermission = 'KeyManagement_Admin'

/**
 * Standard templates for servers, devices and people. Other templates are known to the authority only, so they are
 * treated as CA templates unless the connection's dialect says otherwise.
 */
const endEntityTemplates = [
  'WebServer',
  'Computer',
  'Machine',
  'Workstation',
  'DomainController',
  'DomainControllerAuthentication',
  'KerberosAuthentication',
  'RASAndIASServer',
  'User',
  'ClientAuth',
  'SmartcardLogon',
  'SmartcardUser',
]

type SigningInput = {
  signType?: string | undefined
  templateName?: string | undefined
  isIntermediate?: string | undefined
}

/** Whether signing with these options may create a CA certificate; true in case of doubt. */
export function yieldsAuthority(wish: SigningInput, { endEntityTemplates: more }: Dialect = defaultDialect): boolean {
  const { signType = 'EXTCA', templateName = '', isIntermediate } = wish
  if (isIntermediate === 'true') return true
  if (signType === 'signWithRoot') return false
  const isNamed = (name: string) => name.toLowerCase() === templateName.trim().toLowerCase()
  return ![...endEntityTemplates, ...more].some(isNamed)
}

/** Object identifier 2.5.29.19 in DER. */
const basicConstraints = [0x06, 0x03, 0x55, 0x1d, 0x13]
/** Extension values without CA:TRUE, with or without the `critical` flag. */
const harmless = [
  [0x04, 0x02, 0x30, 0x00],
  [0x04, 0x05, 0x30, 0x03, 0x01, 0x01, 0x00],
].flatMap((value) => [value, [0x01, 0x01, 0xff, ...value], [0x01, 0x01, 0x00, ...value]])

/**
 * Whether a request asks for CA:TRUE. The server's interpretation is unknown, so the extension is searched for in DER
 * and in every PEM block; true unless it is clearly absent or CA:FALSE.
 */
export const asksForAuthority = ({ bytes }: Pick<FilePart, 'bytes'>): boolean =>
  [bytes, ...base64Blocks(bytes)].some(holdsConstraints)

function holdsConstraints(bytes: Uint8Array): boolean {
  const startsAt = (at: number, wanted: readonly number[]) => wanted.every((byte, index) => bytes[at + index] === byte)
  for (let at = bytes.indexOf(0x06); at !== -1; at = bytes.indexOf(0x06, at + 1)) {
    if (!startsAt(at, basicConstraints)) continue
    const value = at + basicConstraints.length
    if (!harmless.some((one) => startsAt(value, one))) return true
  }
  return false
}

const base64Blocks = (bytes: Uint8Array): Uint8Array[] =>
  new TextDecoder('latin1')
    .decode(bytes)
    .split(/-----[^-\n]*-----/)
    .map((block) => decoded(block.replaceAll(/[^A-Za-z0-9+/]/g, '')))

function decoded(base64: string): Uint8Array {
  // A base64 length of 1 modulo 4 is invalid; the last character carries no byte.
  const whole = base64.length % 4 === 1 ? base64.slice(0, -1) : base64
  return Uint8Array.from(atob(whole), (character) => character.charCodeAt(0))
}
