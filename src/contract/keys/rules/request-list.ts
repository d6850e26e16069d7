/** List of signing requests: rows, search, sorting and filters. */
import type { Output } from '#contract/endpoint.ts'
import type { listRequests } from '#contract/keys/requests.ts'
import { instantOf } from '#contract/time.ts'

export type RequestRow = Output<typeof listRequests>['rows'][number]

/** A request, and the number of requests with its name, including itself. */
export type ListedRequest = { request: RequestRow; sameName: number }

/** `EC 256`; real servers send 0 or nothing for algorithms with a fixed length. */
export const keyText = ({ KEYALGORITHM = '', KEY_STRENGTH }: RequestRow): string =>
  [KEYALGORITHM, KEY_STRENGTH ? String(KEY_STRENGTH) : ''].filter(Boolean).join(' ')

/** Location of the private key: in the service, or with the creator of the request. Undefined if not reported. */
export function storeText({ KEYSTORE_TYPE, isPassword }: RequestRow): string | undefined {
  if (KEYSTORE_TYPE === '') return 'No private key'
  return KEYSTORE_TYPE && `${KEYSTORE_TYPE}${isPassword === true ? ', with password' : ''}`
}

/** In server order, with the number of requests per name. */
export function listedRequests(rows: readonly RequestRow[]): ListedRequest[] {
  const counts = new Map<string, number>()
  for (const { DOMAIN_NAME = '' } of rows) counts.set(DOMAIN_NAME, (counts.get(DOMAIN_NAME) ?? 0) + 1)
  return rows.map((request) => ({ request, sameName: counts.get(request.DOMAIN_NAME ?? '') ?? 1 }))
}

export const requestColumns = {
  name: ({ request }: ListedRequest) => request.DOMAIN_NAME,
  number: ({ request }: ListedRequest) => request.CSR_ID,
  created: ({ request: { CREATED_DATE } }: ListedRequest) => instantOf(CREATED_DATE) ?? (CREATED_DATE || undefined),
  created_by: ({ request }: ListedRequest) => request.CREATED_BY,
  key: ({ request }: ListedRequest) => keyText(request),
  signature: ({ request }: ListedRequest) => request.SIGNATURE_ALGORITHM,
  validity: ({ request }: ListedRequest) => request.VALIDITY,
  store: ({ request }: ListedRequest) => storeText(request),
  /** As spelled in signCSR and createCSR, which forms suggest. */
  algorithm: ({ request }: ListedRequest) => request.KEYALGORITHM,
  length: ({ request }: ListedRequest) => String(request.KEY_STRENGTH ?? ''),
  storeType: ({ request }: ListedRequest) => request.KEYSTORE_TYPE,
}

/** Searched texts. */
export const requestTexts = ({ request }: ListedRequest) => [
  String(request.CSR_ID ?? ''),
  request.DOMAIN_NAME,
  request.CREATED_BY,
  keyText(request),
  request.KEYSTORE_TYPE,
]
