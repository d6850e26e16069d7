/** A host name or address of the loopback interface. */
export const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host)

/** The same for a Host header with an optional port. */
export const isLoopbackHost = (host: string) => isLoopback(host.replace(/:\d+$/, ''))
