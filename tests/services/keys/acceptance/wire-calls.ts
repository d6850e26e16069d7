// Requests to key management written by hand, in the words of the reference.
import { multipart, type Part } from '../multipart-body.ts'
import type { Asked, tlsClient } from '../tls-client.ts'

export type Details = Record<string, unknown>
/** File parts by the name of their part. */
export type Files = Record<string, string | Uint8Array>
export type WireCalls = ReturnType<typeof wireCalls>

const address = (apiName: string) => `/api/pki/restapi/${apiName}`

const inputData = (details: Details) => JSON.stringify({ operation: { Details: details } })
/** Form-url encoded: a blank is a plus. */
export const encoded = (details: Details) => String(new URLSearchParams({ INPUT_DATA: inputData(details) }))

export type Ask = ReturnType<typeof tlsClient>['ask']

export function wireCalls(ask: Ask) {
  const byQuery =
    (method: string) =>
    (apiName: string, details?: Details, asked: Asked = {}) =>
      ask(address(apiName) + (details ? `?${encoded(details)}` : ''), { method, ...asked })
  const [get, post, remove] = [byQuery('GET'), byQuery('POST'), byQuery('DELETE')]

  /** A form with files: INPUT_DATA is a field of it. */
  function upload(apiName: string, details: Details | undefined, files: Files, method = 'POST') {
    const parts: Part[] = details ? [{ name: 'INPUT_DATA', content: inputData(details) }] : []
    for (const [name, content] of Object.entries(files)) parts.push({ name, file: `${name}.file`, content })
    return ask(address(apiName), { method, ...multipart(parts) })
  }

  const own = (name: string, input?: object) =>
    ask(`/api/pki/own/${name}`, {
      method: input ? 'POST' : 'GET',
      ...(input && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) }),
    })

  return {
    ask,
    get,
    post,
    remove,
    upload,
    /** What the reference has in the user interface of a real server only. */
    own,
    /** What the audit says of an operation, newest first. */
    audited: async (operation: string): Promise<string[]> => {
      const { details } = (await get('getAuditDetails')).json() as unknown as { details: Record<string, string>[] }
      return details.filter(({ OPERATION }) => OPERATION === operation).map(({ DESCRIPTION = '' }) => DESCRIPTION)
    },
  }
}

/** The envelope of a success; of a refusal with the field that its message begins with. */
export const done = (name: string, message: unknown, more: object = {}) => ({
  name,
  result: { status: 'Success', message },
  ...more,
})

/** The demo data come in the background: until then, they would be in the way. The lab is looked around at last. */
export async function isDemoMade({ get, audited }: Pick<WireCalls, 'get' | 'audited'>): Promise<boolean> {
  const [discovery] = await audited('sslCertFileBasedDiscovery')
  const { details } = (await get('getSSLVulnerabilityCount')).json() as { details: Counts }
  const keys = (await get('getAllSSHKeys')).json().totalRows
  const users = (await get('getAllAssociatedUsers')).json().totalRows
  return Boolean(discovery && details.SSLVulnerabilityCount.Heartbleed) && keys === 12 && users === 7
}
type Counts = { SSLVulnerabilityCount: Record<string, number> }
