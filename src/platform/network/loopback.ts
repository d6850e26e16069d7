/** A name or address that never leaves this machine. */
export const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host)

/** The same of a Host header, which may name a port. */
export const isLoopbackHost = (host: string) => isLoopback(host.replace(/:\d+$/, ''))
