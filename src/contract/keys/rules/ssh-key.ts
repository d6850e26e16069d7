import type { Level } from './rule.ts'

export type SshKeyFinding = { level: Level; text: string; why: string; next: string }

/** Weaknesses of an SSH key by type and length, according to OpenSSH announcements and NIST SP 800-57. */
export function sshKeyFindings(type: string, bits: number | undefined): SshKeyFinding[] {
  const isRsa = /rsa/i.test(type)
  if (/dss|dsa/i.test(type) && !/ecdsa/i.test(type)) {
    return [
      {
        level: 'warning',
        text: 'DSA keys are obsolete',
        why: 'They have 1024 bits and were removed from OpenSSH in 2025. Current servers reject them.',
        next: 'Choose Ed25519, or RSA with 4096 bits for legacy systems.',
      },
    ]
  }
  if (isRsa && bits !== undefined && bits < 2048) {
    return [
      {
        level: 'error',
        text: `RSA with ${bits} bits is weak`,
        why: 'It can be broken with sufficient computing power, and OpenSSH rejects it by default.',
        next: 'Choose Ed25519, or RSA with 4096 bits.',
      },
    ]
  }
  if (isRsa && bits !== undefined && bits < 3072) {
    return [
      {
        level: 'note',
        text: `RSA with ${bits} bits is considered sufficient until 2030`,
        why: 'It provides 112-bit security (NIST SP 800-57).',
        next: 'If the key must last longer, choose Ed25519 or RSA with 4096 bits.',
      },
    ]
  }
  return []
}
