const timeouts = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000, dnsTimeout: 5_000 }
const ports = { 'smtps:': 465, 'smtp:': 587 }
const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/.test(host)

/**
 * TLS with a verified certificate is required, since emails contain one-time codes, except for a server on this
 * machine.
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
