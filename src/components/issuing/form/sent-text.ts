import type { Input, Endpoint } from '#contract/endpoint.ts'
import { toWireInput } from '#contract/http/http.ts'
import { toRequest } from '#contract/http/to-request.ts'
import { stringifyJson } from '#contract/json.ts'
import { masked } from '#contract/wire-form.ts'
import { addressBytes } from './to-wire.ts'

/** The request to the service as text, with secrets masked. */
export function sentText<R extends Endpoint>(endpoint: R, input: Input<R>): string {
  const details = masked(toWireInput(endpoint, input))
  if (endpoint.encoding === 'json') return `${endpoint.method} ${endpoint.path}\n${stringifyJson(details, 2)}`
  const bytes = addressBytes(toRequest(endpoint, input)).toLocaleString('en')
  return [
    `${endpoint.method} ${endpoint.path}`,
    `INPUT_DATA ${stringifyJson({ operation: { Details: details } }, 2)}`,
    ...(endpoint.encoding === 'input-data' ? [`${bytes} bytes when sent in the URL`] : []),
  ].join('\n')
}
