/** What makes a certificate that can issue certificates (basicConstraints with CA:TRUE, RFC 5280, 4.2.1.9). */
import { defaultDialect, type Dialect } from '#contract/dialect.ts'
import type { FilePart } from '#contract/http/file-part.ts'

export const authorityPermission = 'KeyManagement_Admin'

/**
 * Standard templates for servers, devices and people. Only the authority knows what its other templates make, so each
 * of them counts as one for certificate authorities, unless the dialect of the connection says otherwise.
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

type Wish = { signType?: string | undefined; templateName?: string | undefined; isIntermediate?: string | undefined }

/** Whether signing like this can make a certificate authority. What cannot be told counts as yes. */
export function yieldsAuthority(wish: Wish, { endEntityTemplates: more }: Dialect = defaultDialect): boolean {
  const { signType = 'EXTCA', templateName = '', isIntermediate } = wish
  if (isIntermediate === 'true') return true
  if (signType === 'signWithRoot') return false
  const isNamed = (name: string) => name.toLowerCase() === templateName.trim().toLowerCase()
  return ![...endEntityTemplates, ...more].some(isNamed)
}

/** OBJECT IDENTIFIER 2.5.29.19. */
const basicConstraints = [0x06, 0x03, 0x55, 0x1d, 0x13]
/** Values of the extension without CA:TRUE, each with or without the flag `critical` before it. */
const harmless = [
  [0x04, 0x02, 0x30, 0x00],
  [0x04, 0x05, 0x30, 0x03, 0x01, 0x01, 0x00],
].flatMap((value) => [value, [0x01, 0x01, 0xff, ...value], [0x01, 0x01, 0x00, ...value]])

/**
 * Whether a request asks for CA:TRUE. The console cannot see what a server makes of that, so it looks for the
 * extension itself, in DER and in every block of PEM; one that is not clearly harmless counts as yes.
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
  // A length of 1 modulo 4 is no base64: the last character holds nothing.
  const whole = base64.length % 4 === 1 ? base64.slice(0, -1) : base64
  return Uint8Array.from(atob(whole), (character) => character.charCodeAt(0))
}
