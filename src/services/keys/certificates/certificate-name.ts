import type { Certificate } from '#services/keys/certificate-store.ts'

/** Name of a certificate in audit and messages. */
export const nameOf = ({ common_name, serial_number }: Pick<Certificate, 'common_name' | 'serial_number'>) =>
  `certificate “${common_name}” (serial number ${serial_number})`

const longestName = 100

/** A safe file name: no path, not hidden, no characters reserved by shells or Windows. */
export function fileNameFor({ common_name }: Pick<Certificate, 'common_name'>, extension: string): string {
  const plain = common_name
    .replace(/^\*(?=\.)/, 'wildcard')
    .replace(/[^\p{L}\p{M}\p{N}._@-]+/gu, '_')
    .replace(/^[.-]+/, '')
  return `${Array.from(plain).slice(0, longestName).join('') || 'certificate'}${extension}`
}
