import type { Endpoint } from '#contract/endpoint.ts'
import { partsOf } from '#contract/http/target.ts'

/** The address of a request, taken apart. */
export type RequestPath = {
  /** What stands before a key in the address; compared byte for byte, because letter case counts. */
  path: string
  /** Of the form `…/<api_name>/AUTHTOKEN=<key>`. */
  token?: string
  search: string
}

/** key-management, Authentication: the key may stand behind the api_name. */
export function requestPath(target: string): RequestPath {
  const { path: whole, search } = partsOf(target)
  const [, path, token] = /^(.*)\/AUTHTOKEN=([^/]*)$/s.exec(whole) ?? []
  return path === undefined ? { path: whole, search } : { path, token: decoded(token ?? ''), search }
}

/** What cannot be decoded is no key of ours. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return ''
  }
}

/** discoverUnmanagedCert is a GET with a body as stated; many clients cannot send that. */
const alsoPost = new Set(['keys.importUnmanagedCertificates'])
export const methodsOf = ({ id, method }: Pick<Endpoint, 'id' | 'method'>): string[] =>
  alsoPost.has(id) ? [method, 'POST'] : [method]
/** The name of its part is not shown. */
export const takesAnyPartName = ({ id }: Pick<Endpoint, 'id'>) => alsoPost.has(id)
