import type { Certificate } from '#services/keys/certificate-store.ts'

/** How the audit and the messages name a certificate. */
export const nameOf = ({ common_name, serial_number }: Pick<Certificate, 'common_name' | 'serial_number'>) =>
  `certificate “${common_name}” (serial number ${serial_number})`

const longestName = 100

/** A file's name: no folder, nothing hidden, nothing that a shell or Windows would take for something else. */
export function fileNameFor({ common_name }: Pick<Certificate, 'common_name'>, extension: string): string {
  const plain = common_name
    .replace(/^\*(?=\.)/, 'wildcard')
    .replace(/[^\p{L}\p{M}\p{N}._@-]+/gu, '_')
    .replace(/^[.-]+/, '')
  return `${Array.from(plain).slice(0, longestName).join('') || 'certificate'}${extension}`
}
