/** Nothing of a service is for a sniffer, a frame or a page of others; the pages of the identity provider set their own. */
export const serviceHeaders = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** The console of this machine, with all people behind it, comes from here; others of the machine do as well. */
export const isOwnConsole = (address: string) => address === '127.0.0.1' || address === '::1'
