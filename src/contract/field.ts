import type * as z from 'zod/mini'
import { type Decoded, flag, integer, listOf, long, record, scalar, text, textOrTexts } from './wire.ts'

/** How a field is shown and compared; its codec says how it travels. */
export type FieldKind = 'text' | 'id' | 'integer' | 'flag' | 'time' | 'value' | 'list' | 'object' | 'secret'
export type Field<T extends z.ZodMiniType = z.ZodMiniType> = {
  kind: FieldKind
  schema: T
  /** What the reference says of it; absent where it only names the field. */
  note?: string
  /** The fields of an object, or of each object of a list. */
  of?: Fields
}
export type Fields = Record<string, Field>
type Schemas<F extends Fields> = { [K in keyof F]: F[K]['schema'] }
export type RecordOf<F extends Fields> = Decoded<Schemas<F>>

/** The codec of a record with these fields. */
export const recordOf = <const F extends Fields>(fields: F) =>
  record(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.schema])) as Schemas<F>)

export const aText = (note?: string) => ({ kind: 'text', schema: text, note }) as const
export const anId = (note?: string) => ({ kind: 'id', schema: text, note }) as const
export const aLong = (note?: string) => ({ kind: 'id', schema: long, note }) as const
export const anInteger = (note?: string) => ({ kind: 'integer', schema: integer, note }) as const
export const aFlag = (note?: string) => ({ kind: 'flag', schema: flag, note }) as const
/** Epoch milliseconds in the embedded service; real servers send other forms, so the value is kept as it came. */
export const aTime = (note?: string) => ({ kind: 'time', schema: scalar, note }) as const
/** A value whose type is not stated or differs between servers, kept as it came. */
export const aValue = (note?: string) => ({ kind: 'value', schema: scalar, note }) as const
export const aSecret = (note?: string) => ({ kind: 'secret', schema: text, note }) as const
export const anObject = <const F extends Fields>(of: F, note?: string) =>
  ({ kind: 'object', schema: recordOf(of), of, note }) as const
export const aListOf = <const F extends Fields>(of: F, note?: string) =>
  ({ kind: 'list', schema: listOf(recordOf(of)), of, note }) as const
/** `imei` is one text, or a list of them on devices with two SIMs. */
export const aTextOrTexts = (note?: string) => ({ kind: 'id', schema: textOrTexts, note }) as const
export const aListOfTexts = (note?: string) => ({ kind: 'list', schema: listOf(text), note }) as const

const words: Record<string, string> = {
  ...Object.fromEntries(
    'udid imei meid iccid imsi sim os mac ip mcc mnc ram id usb nfc vpn sms mms url eas oid uuid gps tls pki ota sd bt cts api dnd'
      .split(' ')
      .map((word) => [word, word.toUpperCase()]),
  ),
  wifi: 'Wi-Fi',
  bluetooth: 'Bluetooth',
  macs: 'MACs',
  ids: 'IDs',
  sims: 'SIMs',
  efrp: 'EFRP',
  roms: 'ROMs',
  sdcard: 'SD card',
  modifi: 'modify',
  safe: 'safe',
  complaint: 'compliant',
  restricions: 'restrictions',
  availabiity: 'availability',
  prov: 'provisioning',
  passmgr: 'password manager',
  inprivate: 'InPrivate',
  smartscreen: 'SmartScreen',
  searchsuggest: 'search suggestions',
  donot: 'do not',
  islatestver: 'is latest version',
  multiplayer: 'multiplayer',
  gameing: 'gaming',
  lib: 'library',
  diag: 'diagnostics',
  sub: 'submission',
  // Names that the wire writes as one word
  addedby: 'added by',
  certificateexpiry: 'certificate expiry',
  certificateissuername: 'certificate issuer name',
  certificatename: 'certificate name',
  certificatesubjectname: 'certificate subject name',
  emailids: 'email addresses',
  isidentity: 'is identity',
  managedcertificates: 'managed certificates',
  payloadcontent: 'payload content',
  profilename: 'profile name',
  serialnumber: 'serial number',
  signaturealgorithmname: 'signature algorithm name',
  signaturealgorithmoid: 'signature algorithm OID',
  unmanagedcertificates: 'unmanaged certificates',
}

/** A label from a wire name: `allow_bt_pairing` → "Allow BT pairing". Misspellings stay on the wire only. */
export function labelOf(name: string): string {
  const label = name
    .replace(/^[:#]/, '')
    .split(/[_\-\s]+/)
    .map((word) => (Object.hasOwn(words, word) ? words[word] : word))
    .join(' ')
  return label.charAt(0).toUpperCase() + label.slice(1)
}
