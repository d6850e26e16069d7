const timeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000, dnsTimeout: 5_000 }
const ports = { 'smtps:': 465, 'smtp:': 587 }
const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host)

/**
 * How a mail server is reached: over TLS with its certificate verified, because a code in clear could be read on the
 * way. Only a server on this machine may do without.
 */
export function transportOptions({ hostname, protocol, username, password, port }: URL) {
  const secure = protocol === 'smtps:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || ports[secure ? 'smtps:' : 'smtp:'],
    secure,
    requireTLS: !secure && !isLoopback(hostname),
    ...(username && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    ...timeouts,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
