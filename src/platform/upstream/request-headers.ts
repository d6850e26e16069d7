import { requestIdHeader } from '#contract/http/request-id.ts'
import { currentCall } from '#platform/current-call.ts'
import type { ClientHeader } from '#platform/network/client-header.ts'
import { requestContext } from '#platform/request-context.ts'

/** Headers of every upstream request: the request ID and, for embedded services, the client address. */
export function everyRequest(clientHeader: Pick<ClientHeader, 'of'> | undefined) {
  const call = currentCall()
  return {
    'accept-encoding': 'identity',
    'user-agent': 'triptych',
    ...clientHeader?.of(requestContext.getStore()),
    ...(call && { [requestIdHeader]: call.requestId }),
  }
}
