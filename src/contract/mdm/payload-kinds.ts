import { type RestrictionValue, restrictionValues } from './restriction-legend.ts'
import { type RestrictionName, restrictionNames } from './restriction-names.ts'

/** Fields of profile payloads. Our choice, since the reference shows none. */
export type PayloadRule =
  | { required?: boolean; from: number; to: number }
  | { required?: boolean; oneOf: readonly string[] }
  | { required?: boolean; values: readonly RestrictionValue[] }
  | { required?: boolean; longest: number; like?: RegExp }
  | { required?: boolean; imageBytes: number }
  | { required?: boolean; certificateBytes: number }

const host = { longest: 253, like: /^[\p{L}\d.-]+$/u }
const port = { from: 1, to: 65_535 }

/** Every restriction setting of the device record. */
const restrictions = Object.fromEntries(
  restrictionNames.map((name) => [name, { values: restrictionValues(name) }]),
) as Record<RestrictionName, { required?: boolean; values: readonly RestrictionValue[] }>

export const payloadKinds = {
  passcode: {
    min_length: { required: true, from: 4, to: 16 },
    max_failed_attempts: { from: 2, to: 11 },
    max_age_days: { from: 1, to: 730 },
  },
  restrictions,
  wifi: {
    ssid: { required: true, longest: 32 },
    security_type: { required: true, oneOf: ['none', 'wpa2', 'wpa3'] },
    identity_certificate: { longest: 200 },
  },
  vpn: {
    server: { required: true, ...host },
    connection_type: { required: true, oneOf: ['ikev2', 'l2tp', 'always_on'] },
  },
  email: {
    account_name: { required: true, longest: 100 },
    incoming_protocol: { required: true, oneOf: ['imap', 'pop3'] },
    incoming_server: { required: true, ...host },
    incoming_port: port,
    outgoing_server: { required: true, ...host },
    outgoing_port: port,
    encryption: { required: true, oneOf: ['tls', 'starttls', 'none'] },
  },
  certificate: {
    certificate_name: { required: true, longest: 100 },
    certificate_file: { required: true, certificateBytes: 16 * 1024 },
  },
  kiosk: { app_identifier: { required: true, longest: 200, like: /^[\w.-]+$/ } },
  web_clip: {
    label: { required: true, longest: 100 },
    url: { required: true, longest: 2000, like: /^https?:\/\/\S+$/ },
    icon: { imageBytes: 32 * 1024 },
  },
  wallpaper: { image: { required: true, imageBytes: 128 * 1024 } },
} as const satisfies Record<string, Record<string, PayloadRule>>
export type PayloadKind = keyof typeof payloadKinds

export const isPayloadKind = (kind: string): kind is PayloadKind => Object.hasOwn(payloadKinds, kind)
export const rulesOf = (kind: PayloadKind): Readonly<Record<string, PayloadRule>> => payloadKinds[kind]
