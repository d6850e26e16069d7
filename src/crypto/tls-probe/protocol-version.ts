/** Version numbers on the wire (RFC 8446, 4.1.2; RFC 6101 for SSL 3.0). */
export const protocolVersions = {
  SSLv3: 0x0300,
  'TLS 1.0': 0x0301,
  'TLS 1.1': 0x0302,
  'TLS 1.2': 0x0303,
  'TLS 1.3': 0x0304,
} as const

export type ProtocolVersion = keyof typeof protocolVersions

export const versionName = (code: number): ProtocolVersion | undefined =>
  Object.entries(protocolVersions).find(([, known]) => known === code)?.[0] as ProtocolVersion | undefined
