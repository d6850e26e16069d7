/** The id of a call travels in this header: from the browser to the proxy, on to the service, and back. */
export const requestIdHeader = 'x-request-id'

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/

/** Nothing else is taken over: it is written to logs and sent to other servers. */
export const isRequestId = (text: string | undefined): text is string => text !== undefined && uuid.test(text)
