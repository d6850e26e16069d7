// What a client and the authority said to each other: enough to say it again with other keys.
import { Readable } from 'node:stream'
import type { JsonObject } from '#contract/json.ts'
import type { AcmeRouter } from '#services/keys/acme/acme-router.ts'

export type Exchange = {
  method: string
  /** Below the address of the authority. */
  resource: string
  agent?: string
  /** Of the protected header. */
  alg?: string
  names?: 'jwk' | 'kid'
  /** Null for POST-as-GET. */
  payload?: JsonObject | null
  answer: Answered
}
export type Answered = { status: number; type: string; state?: string; fields: string[] }

const decoded = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString()) as JsonObject

/** The same authority; what is said is added to the list. Of questions that are repeated only the last is kept. */
export const listening = (router: Pick<AcmeRouter, 'answer'>, heard: Exchange[]): Pick<AcmeRouter, 'answer'> => ({
  answer: async (request, base) => {
    const chunks: Uint8Array[] = []
    for await (const chunk of request.body) chunks.push(chunk as Uint8Array)
    const response = await router.answer({ ...request, body: Readable.from(chunks) }, base)
    const resource = request.target.split('/').slice(3).join('/')
    const exchange: Exchange = {
      method: request.method,
      resource,
      agent: request.headers['user-agent'] ?? '',
      ...saidIn(Buffer.concat(chunks).toString()),
      answer: answered(response.status, response.headers['content-type'] ?? '', response.body),
    }
    const last = heard.at(-1)
    if (last?.resource === resource && last.payload === null && exchange.payload === null) heard.pop()
    heard.push(exchange)
    return response
  },
})

function saidIn(body: string): Partial<Exchange> {
  if (body === '') return {}
  const signed = JSON.parse(body) as { protected: string; payload: string }
  const { alg, jwk } = decoded(signed.protected)
  const payload = signed.payload === '' ? null : decoded(signed.payload)
  return { ...(typeof alg === 'string' && { alg }), names: jwk === undefined ? 'kid' : 'jwk', payload }
}

export function answered(status: number, type: string, body: string): Answered {
  const value = type.includes('json') ? (JSON.parse(body) as JsonObject) : {}
  const state = typeof value.status === 'string' ? { state: value.status } : {}
  return { status, type, ...state, fields: Object.keys(value).toSorted() }
}
