import type { RequestRow } from '#components/issuing/requests-query.ts'

/** `EC 256`; real servers say 0 or nothing where there is one length only. */
export const keyText = ({ KEYALGORITHM = '', KEY_STRENGTH }: RequestRow): string =>
  [KEYALGORITHM, KEY_STRENGTH ? String(KEY_STRENGTH) : ''].filter(Boolean).join(' ')

/** Where the key lies: with the service, or with whoever made the request. */
export const storeText = ({ KEYSTORE_TYPE = '', isPassword }: RequestRow): string =>
  KEYSTORE_TYPE ? `${KEYSTORE_TYPE}${isPassword === true ? ', with password' : ''}` : 'No private key'

/** It is applied when the request is signed. */
export const validityText = ({ VALIDITY }: RequestRow): string => VALIDITY || 'Not specified'

const words = ({ CSR_ID, DOMAIN_NAME, CREATED_BY, KEYALGORITHM, KEY_STRENGTH, KEYSTORE_TYPE }: RequestRow) =>
  [CSR_ID, DOMAIN_NAME, CREATED_BY, KEYALGORITHM, KEY_STRENGTH, KEYSTORE_TYPE].join('\n').toLowerCase()

export function requestsMatching<T extends RequestRow>(rows: readonly T[], wanted: string): readonly T[] {
  const text = wanted.trim().toLowerCase()
  return text === '' ? rows : rows.filter((row) => words(row).includes(text))
}
