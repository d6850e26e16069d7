import type { Endpoint } from '#contract/endpoint.ts'
import { partsOf } from '#contract/http/target.ts'

/** The parsed request path. */
export type RequestPath = {
  /** Path without a key; case-sensitive. */
  path: string
  /** Key in the form `…/<api_name>/AUTHTOKEN=<key>`. */
  token?: string
  search: string
}

/** key-management, Authentication: the key may follow the api_name. */
export function requestPath(target: string): RequestPath {
  const { path: whole, search } = partsOf(target)
  const [, path, token] = /^(.*)\/AUTHTOKEN=([^/]*)$/s.exec(whole) ?? []
  return path === undefined ? { path: whole, search } : { path, token: decoded(token ?? ''), search }
}

/** Undecodable text is not a valid key. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}

/** discoverUnmanagedCert is documented as a GET with a body, which many clients cannot send. */
const alsoPost = new Set(['keys.importUnmanagedCertificates'])
export const methodsOf = ({ id, method }: Pick<Endpoint, 'id' | 'method'>): string[] =>
  alsoPost.has(id) ? [method, 'POST'] : [method]
/** The part name is not documented. */
export const takesAnyPartName = ({ id }: Pick<Endpoint, 'id'>) => alsoPost.has(id)
