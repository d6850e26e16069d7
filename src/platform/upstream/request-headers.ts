import { requestIdHeader } from '#contract/http/request-id.ts'
import { currentCall } from '#platform/current-call.ts'
import type { ClientHeader } from '#platform/network/client-header.ts'
import { requestContext } from '#platform/request-context.ts'

/** What every request to a server says: in which call it is sent, and to the embedded services, for whom. */
export function everyRequest(clientHeader: Pick<ClientHeader, 'of'> | undefined) {
  const call = currentCall()
  return {
    'accept-encoding': 'identity',
    'user-agent': 'triptych',
    ...clientHeader?.of(requestContext.getStore()),
    ...(call && { [requestIdHeader]: call.requestId }),
  }
}
