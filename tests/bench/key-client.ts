import { readFile } from 'node:fs/promises'
import { Agent, FormData, request } from 'undici'
import { type Dialect, defaultDialect } from '#contract/dialect.ts'
import type { Input, Output, Endpoint } from '#contract/endpoint.ts'
import { fromResponse } from '#contract/http/http.ts'
import { toRequest } from '#contract/http/to-request.ts'

const speaks: Dialect = { ...defaultDialect, inputData: 'body' }

/** A client of key management as any other program would be one: over TLS, with its API key. */
export async function keyClient({ keys, ca }: { keys: string; ca: string }, apiKey: string) {
  const agent = new Agent({ connect: { ca: await readFile(ca, 'utf8') }, connections: 64, headersTimeout: 600_000 })
  return {
    async call<R extends Endpoint>(endpoint: R, input: Input<R>): Promise<Output<R>> {
      const { target, method, headers, body, form } = toRequest(endpoint, input, speaks)
      const answer = await request(keys + target, {
        dispatcher: agent,
        method: method as 'GET',
        headers: { ...headers, AUTHTOKEN: apiKey },
        body: form ? formOf(form) : body,
      })
      const bytes = new Uint8Array(await answer.body.arrayBuffer())
      const given = Object.entries(answer.headers).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      )
      const response = { status: answer.statusCode, headers: Object.fromEntries(given) }
      const content = endpoint.responseType === 'file' ? { body: '', bytes } : { body: Buffer.from(bytes).toString() }
      return fromResponse(endpoint, { ...response, ...content }, speaks)
    },
    close: () => agent.close(),
  }
}

function formOf({ fields, files }: NonNullable<ReturnType<typeof toRequest>['form']>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const [name, file] of Object.entries(files))
    form.append(name, new Blob([Uint8Array.from(file.bytes)]), file.name)
  return form
}
