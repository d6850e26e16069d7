/** Alert names of RFC 8446, 6, and earlier versions, displayed with the number. */
const descriptions: Partial<Record<number, string>> = {
  0: 'close notify',
  10: 'unexpected message',
  20: 'bad record MAC',
  21: 'decryption failed',
  22: 'record overflow',
  30: 'decompression failure',
  40: 'handshake failure',
  41: 'no certificate',
  42: 'bad certificate',
  43: 'unsupported certificate',
  44: 'certificate revoked',
  45: 'certificate expired',
  46: 'certificate unknown',
  47: 'illegal parameter',
  48: 'unknown CA',
  49: 'access denied',
  50: 'decode error',
  51: 'decrypt error',
  60: 'export restriction',
  70: 'protocol version',
  71: 'insufficient security',
  80: 'internal error',
  86: 'inappropriate fallback',
  90: 'user canceled',
  100: 'no renegotiation',
  109: 'missing extension',
  110: 'unsupported extension',
  112: 'unrecognized name',
  113: 'bad certificate status response',
  115: 'unknown PSK identity',
  116: 'certificate required',
  120: 'no application protocol',
}

export interface Alert {
  level: number
  description: number
}

/** Whether the alert ends the handshake: fatal, or close_notify. */
export const isFinal = ({ level, description }: Alert): boolean => level !== 1 || description === 0

export const alertText = ({ description }: Alert): string =>
  `${descriptions[description] ?? 'an alert without a name'} (${description})`
