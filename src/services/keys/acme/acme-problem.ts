/** Problem documents (RFC 8555, 6.7). */
const statusOf = {
  accountDoesNotExist: 400,
  alreadyReplaced: 409,
  alreadyRevoked: 400,
  badCSR: 400,
  badNonce: 400,
  badPublicKey: 400,
  badRevocationReason: 400,
  badSignatureAlgorithm: 400,
  caa: 403,
  connection: 400,
  dns: 400,
  externalAccountRequired: 403,
  incorrectResponse: 403,
  invalidContact: 400,
  malformed: 400,
  orderNotReady: 403,
  rateLimited: 429,
  rejectedIdentifier: 403,
  serverInternal: 500,
  tls: 400,
  unauthorized: 403,
  unsupportedContact: 400,
  unsupportedIdentifier: 400,
} as const

export type AcmeErrorType = keyof typeof statusOf
export type ProblemDocument = {
  type: string
  detail: string
  status: number
  subproblems?: (Pick<ProblemDocument, 'type' | 'detail'> & { identifier: AcmeIdentifier })[]
  algorithms?: readonly string[]
}
export type AcmeIdentifier = { type: string; value: string }

const urn = (type: AcmeErrorType) => `urn:ietf:params:acme:error:${type}`

/** Thrown by ACME handlers; the router sends its problem document. */
export class AcmeProblem extends Error {
  override readonly name = 'AcmeProblem'
  readonly document: ProblemDocument
  readonly headers: Record<string, string>

  constructor(
    type: AcmeErrorType,
    detail: string,
    more: Partial<Pick<ProblemDocument, 'status' | 'subproblems' | 'algorithms'>> & {
      headers?: Record<string, string>
    } = {},
  ) {
    super(detail)
    const { headers = {}, ...rest } = more
    this.document = { type: urn(type), detail, status: statusOf[type], ...rest }
    this.headers = headers
  }
}

/** A problem of one identifier among several. */
export const subproblem = (type: AcmeErrorType, detail: string, identifier: AcmeIdentifier) => ({
  type: urn(type),
  detail,
  identifier,
})

export const notFound = () => new AcmeProblem('malformed', 'There is nothing at this address', { status: 404 })

export const tooMany = (what: string, afterSeconds: number) =>
  new AcmeProblem('rateLimited', what, { headers: { 'retry-after': String(afterSeconds) } })
