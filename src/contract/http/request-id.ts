/** Header with the request ID, passed from the browser through the proxy to the service and back. */
export const requestIdHeader = 'x-request-id'

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/

/** Other values are replaced, since the ID is logged and sent to servers. */
export const isRequestId = (text: string | undefined): text is string => text !== undefined && uuid.test(text)
